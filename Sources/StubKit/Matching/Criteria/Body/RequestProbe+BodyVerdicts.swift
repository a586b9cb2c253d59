package import Foundation

extension RequestProbe {
  /// Nil if there can be no verdict yet; inner nil if the request has no body.
  private var decidableBody: Data?? {
    switch body {
    case .unseen: return nil
    case .inRequest: return request.httpBody.map { .some($0) }
    case .seen(let data, _):
      // A long body is compared only outside the lock, where the registry asks again.
      let isTooLong = sight == .guarded && (data?.count ?? 0) > 1 << 16
      return isTooLong ? nil : .some(data)
    }
  }

  package func verdictOnBody(_ decide: (Data?) -> Verdict) -> Verdict {
    guard let data = decidableBody else { return .open }
    return decide(data)
  }

  /// Open until the body is parsed; under a lock the form is only noted for `makeWantedForm`.
  package func verdictOnBody<Form: BodyForm>(
    as type: Form.Type, _ decide: (Form) -> Verdict
  ) -> Verdict { verdict(known: { $0.existing(type) }, reading: { $0.form(type) }, on: decide) }

  package func verdictOnParts(_ decide: (MultipartForm) -> Verdict) -> Verdict {
    guard let boundary = MultipartForm.boundary(in: header("Content-Type")) else { return .no }
    return verdict(
      known: { $0.existing { $0.boundary == boundary } },
      reading: { $0.multipart(boundary: boundary) }, on: decide)
  }

  private func verdict<Form>(
    known: (ParsedBody) -> Form?, reading: @escaping @Sendable (ParsedBody) -> Form,
    on decide: (Form) -> Verdict
  ) -> Verdict {
    guard let data = decidableBody else { return .open }
    if let form = memo.pointee.work?.body.flatMap(known) { return decide(form) }
    switch sight {
    case .quiet, .full:
      return decide(reading(parsed(data ?? Data())))
    case .glance, .guarded:
      _ = parsed(data ?? Data())
      work.wantedForm = { _ = reading($0) }
      return .open
    }
  }

  /// The body as text if it is short enough to be pasted, and otherwise nil.
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
      return "the body is \(data.count.bytes) of binary data" + remark
    }
    return "the body is \(text.shortened().swiftLiteral)" + remark
  }

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
