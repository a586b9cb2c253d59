public import Foundation

extension StubResponse {
  /// The status; nil for a failure, a sequence, `.hang` and `.passThrough`.
  public var status: Int? { draft?.head.status }

  /// The header fields as they are sent; empty where `status` is nil.
  ///
  /// `Content-Length` is missing for a file, which is read only when the response is used.
  public var headers: StubHeaders {
    guard let draft else { return [:] }
    if case .file = draft.body {
      var headers = draft.head.headers
      if let type = draft.contentType { headers.fill(from: ["Content-Type": type]) }
      return headers
    }
    if case .reply(let reply) = draft.content(for: .head) { return reply.head.headers }
    return draft.head.headers
  }

  /// The body; nil for a stream, for an unreadable file, and where `status` is nil.
  ///
  /// A file is read at each access.
  public var body: Data? {
    switch draft?.body {
    case .given(.data(let data)): data
    case .file(let origin): try? origin.body()
    case .some(.none), .absent: Data()
    case .given(.stream(let events)) where events.isEmpty: Data()
    case .given(.stream), .given(.source), nil: nil
    }
  }

  /// The body as JSON, whatever its `Content-Type`; nil if it is not JSON.
  ///
  /// ```swift
  /// stub(condition: isPath("/profile")) { request in
  ///   let real = try await request.perform()
  ///   guard case .object(var profile)? = real.json else { return real }
  ///   profile["name"] = "Ada"
  ///   return real.with(body: StubJSON.object(profile).data)
  /// }
  /// ```
  public var json: StubJSON? { body.flatMap { try? StubJSON(parsing: $0) } }

  /// The same response with another status.
  public func with(status: Int) -> StubResponse { changing(status: status) }

  /// The same response with this header field, which replaces those of the same name.
  public func with(header name: String, value: String) -> StubResponse {
    changing { $0.set(value, for: name) }
  }

  /// The same response with another body and its length; a failure or a sequence stays as it is.
  public func with(body: Data) -> StubResponse { changing(body: body) }

  private var draft: ReplyDraft? { if case .reply(let draft) = kind { draft } else { nil } }

  /// Changes a reply, or the status and headers that a sequence gives its elements.
  func changing(
    status: Int? = nil, isOwn: Bool = true, body: Data? = nil,
    headers change: (inout StubHeaders) -> Void = { _ in }
  ) -> StubResponse {
    var response = self
    switch kind {
    case .reply(let draft):
      let ownsStatus = draft.ownsStatus || status != nil && isOwn
      let status = isOwn || !draft.ownsStatus ? status : nil
      response.kind = .reply(
        draft.changed(status: status, ownsStatus: ownsStatus, body: body, headers: change))
    case .sequence(var sequence):
      sequence.status = isOwn ? status ?? sequence.status : sequence.status ?? status
      change(&sequence.headers)
      response.kind = .sequence(sequence)
    case .passThrough where isOwn: return .changedPassThrough
    case .failure, .hang, .passThrough: break
    }
    return response
  }

  /// Visits header values and bodies that the test has written, except files and large bodies.
  func visitWritten(_ visit: (Bytes) -> Void) {
    if case .sequence(let sequence) = kind {
      for element in sequence.elements { element.visitWritten(visit) }
    }
    guard let draft, !draft.isRecorded else { return }
    for field in draft.head.headers { field.value.withBytes(visit) }
    if case .given(.data(let data)) = draft.body, data.count <= 1 << 16 {
      Array(data).withUnsafeBufferPointer(visit)
    }
  }
}
