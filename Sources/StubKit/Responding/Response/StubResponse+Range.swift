extension StubResponse {
  /// Answers a request with a `Range` by that part of the body, as servers of films and of files do.
  ///
  /// ```swift
  /// stub(condition: isGET("/film.mp4"), response: .file(film).ranged())
  /// ```
  /// A `GET` with `Range: bytes=0-499`, `bytes=500-` or `bytes=-500` gets 206 and `Content-Range`. With a
  /// range in which there is no byte, or with several ranges, it gets 416: several would need a body in
  /// parts. A range in another unit or of another form is ignored, as RFC 9110 has it, and so is one whose
  /// `If-Range` is neither the response's `ETag` nor its `Last-Modified`: then the whole body comes, with 200.
  ///
  /// It is for bodies that are there as a whole, with status 200; a stream and any other status stay.
  public func ranged() -> StubResponse { settingDelivery { $0.isRanged = true } }
}
