import Foundation

extension HAREntry {
  /// The response that a stub for the entry gives.
  func stubResponse(timing: ArchiveTiming, of file: URL? = nil) -> StubResponse {
    guard response.status != 0 else { return failure(in: file) }
    var headers = response.headers
    // The body is there as the client saw it, whatever the transfer was.
    headers.remove("Transfer-Encoding")
    if request.method != "HEAD", response.status != 304 {
      headers.remove("Content-Encoding")
      headers.remove("Content-Length")
    }
    var type = response.mimeType ?? ""
    // What Chrome and Firefox write if nobody said.
    if type == "x-unknown" || response.body.isEmpty { type = "" }
    let recorded = StubResponse(
      .reply(
        ReplyDraft(
          status: response.status, ownsStatus: true, headers: headers,
          contentType: type.isEmpty ? nil : type, body: .given(.data(response.body)))))
    switch timing.kind {
    case .immediate: return recorded
    case .recorded:
      return recorded.delayed(by: timings.wait).settingDelivery {
        $0.speed = .spread(over: timings.receive)
      }
    }
  }

  private func failure(in file: URL?) -> StubResponse {
    let place = "entries[\(index)]" + (file.map { " of \($0.path)" } ?? "")
    let code = response.failure.flatMap(HARFailure.code)
    guard let code else {
      return .failure(
        URLError.brokenResponse(
          .resourceUnavailable,
          ("The archive has no response for \(request.method) \(request.url)"
            + (response.failure.map { ": \($0)." } ?? ".") + " It is \(place).").withVisibleControls
        ))
    }
    return .failure(
      URLError(
        code,
        """
        \(code.sentence) This failure does not come from the network: it is recorded in \(place), \
        for \(request.method) \(request.url).
        """.withVisibleControls))
  }
}
