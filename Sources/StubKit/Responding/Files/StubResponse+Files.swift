public import Foundation

extension StubResponse {
  /// Answers with a file's bytes, read each time the response is used.
  ///
  /// Large files are mapped into memory, not copied. The `Content-Type` follows from the extension.
  /// If the file cannot be read, the request fails with `URLError.fileDoesNotExist`.
  public static func file(
    _ url: URL, status: Int = 200, headers: StubHeaders = [:]
  ) -> StubResponse {
    StubResponse(
      .reply(
        ReplyDraft(
          status: status, headers: headers,
          contentType: MediaType.forExtension(url.pathExtension), body: .file(.url(url)))))
  }

  /// Answers with a file from a bundle's resources, like `.file`.
  ///
  /// ```swift
  /// stub(condition: isPath("/users"), response: .fixture("users.json", in: .module))
  /// ```
  /// The name may contain folders. It is looked up among the resources and in their folder
  /// `Fixtures`. If there is no such file, the request fails with an error that lists similar
  /// names.
  public static func fixture(
    _ name: String, in bundle: Bundle, status: Int = 200, headers: StubHeaders = [:]
  ) -> StubResponse {
    let fixture = Fixture(name, in: bundle)
    return StubResponse(
      .reply(
        ReplyDraft(
          status: status, headers: headers,
          contentType: MediaType.forExtension(fixture.pathExtension), body: .file(.fixture(fixture))
        )))
  }
}
