package import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension RequestProbe {
  /// Decides on the bytes, and on many of them only outside of every lock; open until then.
  package func verdictOnBody(_ decide: (Data?) -> Bool) -> Verdict {
    verdictOnBody { Verdict(decide($0)) }
  }

  /// The same for a decision that may itself be open.
  func verdictOnBody(_ decide: (Data?) -> Verdict) -> Verdict {
    switch body {
    case .unseen: .open
    case .inRequest: request.httpBody.map { decide($0) } ?? .open
    case .seen(let data): isTooLongForLock(data) ? .open : decide(data)
    }
  }

  /// Decides on a form of the body; open until the body has been read and parsed.
  ///
  /// Under a lock no body is parsed: the missing form is noted for `makeWantedForm`.
  package func verdictOnBody<Form: BodyForm>(
    as type: Form.Type, _ decide: (Form) -> Bool
  ) -> Verdict {
    verdictOnBody(as: type) { Verdict(decide($0)) }
  }

  /// The same for a decision that may itself be open.
  func verdictOnBody<Form: BodyForm>(
    as type: Form.Type, _ decide: (Form) -> Verdict
  ) -> Verdict {
    verdict(
      known: { $0.existing(type) }, reading: { $0.form(type) }, on: decide)
  }

  /// Decides on the parts of the body, which its type must announce; open until they have been read.
  package func verdictOnParts(_ decide: (MultipartForm) -> Bool) -> Verdict {
    guard let boundary = MultipartForm.boundary(in: header("Content-Type")) else { return .no }
    return verdict(
      known: { $0.existingMultipart(boundary: boundary) },
      reading: { $0.multipart(boundary: boundary) }, on: { Verdict(decide($0)) })
  }

  /// Decides on a parsed form of the body.
  ///
  /// - Parameters:
  ///   - known: The form, if there is one already.
  ///   - reading: Parses it, where that may be done.
  private func verdict<Form>(
    known: (ParsedBody) -> Form?, reading: @escaping @Sendable (ParsedBody) -> Form,
    on decide: (Form) -> Verdict
  ) -> Verdict {
    let data: Data
    switch body {
    case .unseen: return .open
    case .inRequest:
      guard let found = request.httpBody else { return .open }
      data = found
    case .seen(let found):
      // The question comes again off the work queue, with everything in sight.
      if isTooLongForLock(found) { return .open }
      data = found ?? Data()
    }
    if let form = memo.pointee.body.flatMap(known) { return decide(form) }
    switch sight {
    case .quiet, .full:
      return decide(reading(parsed(data)))
    case .glance, .guarded:
      _ = parsed(data)
      memo.pointee.wantedForm = { _ = reading($0) }
      return .open
    }
  }
}

extension RequestProbe {
  /// The body as a text that is short enough to be pasted; nil if there is none.
  var shortBody: String? {
    guard let data = seenBody, (1...80).contains(data.count) else { return nil }
    return String(data: data, encoding: .utf8)
  }

  var bodyFinding: String {
    guard let data = seenBody else { return "there is no body" }
    if data.isEmpty { return "the body is empty" }
    var remark = ""
    if case .failure(let fault) = multipart?.result {
      remark = ", which should have parts, but \(fault)"
    }
    guard let text = String(data: data, encoding: .utf8) else {
      return "the body is \(data.count) bytes that are not UTF-8 text" + remark
    }
    return "the body is \(text.shortened().swiftLiteral)" + remark
  }

  /// The parts of the body for a report; nil if it has none.
  ///
  /// - Parameter prefix: The beginning of the sentence.
  package func partFindings(_ prefix: String = "the body has") -> FindingList? {
    guard let parts else { return nil }
    let first = parts.prefix(FindingList.shown).map { $0.summary(upTo: 100) }
    let title = "\(prefix) \(parts.count) \(parts.count == 1 ? "part" : "parts")"
    return FindingList(title: title, first: first, of: parts.count)
  }

  var parts: [StubRequest.Part]? { multipart?.parts }

  private var multipart: MultipartForm? {
    seenBody.flatMap { parsed($0).multipart(as: header("Content-Type")) }
  }
}
