import Foundation
import StubKit

extension HAREntry {
  func stubResponse(timing: ArchiveTiming, of file: URL? = nil) -> StubResponse {
    guard response.isAnswer else { return failure(timing: timing, in: file) }
    var headers = response.headers
    // An archive contains the body as the client saw it, without chunks.
    headers.remove("Transfer-Encoding")
    // A browser may note an error for a complete body; StubKit does so only if the body broke off.
    let code = response.failure.flatMap(HARFailure.codeOfBreak)
    let hasBody = request.method != "HEAD" && response.status != 304
    if hasBody {
      if !response.isEncoded { headers.remove("Content-Encoding") }
      // If the body broke off, the field stays: it has the length of the whole body.
      if code == nil { headers.remove("Content-Length") }
    }
    var type = response.mimeType ?? ""
    // Chrome and Firefox write `x-unknown` for a response without a type.
    if type == "x-unknown" || !hasBody || response.body.isEmpty { type = "" }
    var recorded = StubResponse(
      recordedWith: response.status, headers: headers, contentType: type.isEmpty ? nil : type,
      body: hasBody ? response.body : nil)
    if let code {
      recorded = recorded.breaking(after: response.body.count, by: failure(code, in: file))
    }
    switch timing.kind {
    case .immediate: return recorded
    case .recorded:
      return recorded.delayed(by: timings.wait).spread(over: timings.receive)
    }
  }

  private func failure(timing: ArchiveTiming, in file: URL?) -> StubResponse {
    let code = response.failure.flatMap(HARFailure.code)
    guard let code else {
      return .failure(
        URLError.brokenResponse(
          .resourceUnavailable,
          ("The archive \(lack) for \(request.method) \(request.url)"
            + (response.failure.map { ": \($0)." } ?? ".") + " It is \(place(in: file)).")
            .withVisibleControls))
    }
    let recorded = StubResponse.failure(failure(code, in: file))
    return switch timing.kind {
    case .immediate: recorded
    case .recorded: recorded.delayed(by: timings.wait + timings.receive)
    }
  }

  private var lack: String {
    response.missing > 0 ? "lacks \(response.missing.bytes) of the body" : "has no response"
  }

  private func failure(_ code: URLError.Code, in file: URL?) -> URLError {
    URLError(
      code,
      """
      \(code.sentence) This failure does not come from the network: it is recorded in \
      \(place(in: file)), for \(request.method) \(request.url).
      """.withVisibleControls)
  }

  private func place(in file: URL?) -> String {
    "entries[\(index)]" + (file.map { " of \($0.path)" } ?? "")
  }
}
