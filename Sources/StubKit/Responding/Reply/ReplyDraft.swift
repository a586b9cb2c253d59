import Foundation

/// A reply as a test describes it, finished at its first use, since most stubs are never used.
final class ReplyDraft: Sendable {
  enum Body: Sendable {
    /// No body was given: `Content-Length` is 0, except for 1xx, 204 and 304.
    case none
    /// Recorded without a body: no length is made up for `HEAD`, 1xx, 204 or 304; else it is 0.
    case absent
    case given(Reply.Body)
    /// Read at each use, so that changes of the file are seen.
    indirect case file(FileOrigin)
  }

  /// As the test gave it; the status may be invalid.
  let head: StubResponse.Head
  /// Whether the test chose the status, so that a sequence's status does not replace it.
  let ownsStatus: Bool
  let isRecorded: Bool
  let contentType: String?
  let body: Body

  // Shared by all replies and held only briefly; a lock for each would double their memory.
  private static let lock = Locked(())
  /// Guarded by `lock`; nil before the first use.
  nonisolated(unsafe) private var finished: ResolvedResponse.Content?

  init(
    status: Int, ownsStatus: Bool? = nil, isRecorded: Bool = false, headers: StubHeaders,
    contentType: String? = nil, body: Body
  ) {
    head = StubResponse.Head(status: status, headers: headers)
    self.ownsStatus = ownsStatus ?? (status != 200)
    self.isRecorded = isRecorded
    self.contentType = contentType
    self.body =
      if case .given(.data(let data)) = body { .given(.data(data.basedAtZero)) } else { body }
  }

  /// A new body also removes the former body's length and coding.
  func changed(
    status: Int?, ownsStatus: Bool, body data: Data?, headers change: (inout StubHeaders) -> Void
  ) -> ReplyDraft {
    var headers = head.headers
    if data != nil { headers.removeBodyFields() }
    change(&headers)
    return ReplyDraft(
      status: status ?? head.status, ownsStatus: ownsStatus, isRecorded: isRecorded,
      headers: headers, contentType: contentType, body: data.map { .given(.data($0)) } ?? body)
  }

  func content(for method: StubRequest.Method) -> ResolvedResponse.Content {
    var content = if case .file = body { finish() } else { finishedContent }
    if method == .head, case .reply(var reply) = content {
      (reply.body, reply.droppedBody) = (.empty, nil)
      content = .reply(reply)
    } else if case .absent = body, ![204, 304].contains(head.status), head.status >= 200,
      case .reply(var reply) = content
    {
      reply.head.headers.set("0", for: "Content-Length")
      content = .reply(reply)
    }
    return content
  }

  private var finishedContent: ResolvedResponse.Content {
    if let finished = Self.lock.withLock({ _ in finished }) { return finished }
    let made = finish()
    return Self.lock.withLock { _ in
      let kept = finished ?? made
      finished = kept
      return kept
    }
  }

  private func finish() -> ResolvedResponse.Content {
    // Some servers send a status beyond 599, and a recording keeps it.
    if let objection = HeaderSyntax.objection(
      to: head.status, upTo: isRecorded ? 999 : 599, headers: head.headers)
    {
      return .failure(URLError.brokenResponse(.badServerResponse, objection))
    }
    switch body {
    // The length in a 304 would be that of the body in a 200, which is unknown.
    case .none: return .reply(reply(.empty, length: head.status == 304 ? nil : 0))
    case .absent: return .reply(reply(.empty, length: nil))
    case .given(let body): return .reply(reply(body, length: body.length))
    case .file(let origin):
      do {
        let body = Reply.Body.data(try origin.body())
        return .reply(reply(body, length: body.length))
      } catch {
        return .failure(error.asBrokenResponse)
      }
    }
  }

  private func reply(_ body: Reply.Body, length: Int?) -> Reply {
    var (head, kept) = (head, body)
    if head.status == 204 || head.status < 200 {
      head.headers.remove("Content-Length")
      kept = .empty
    } else {
      if let contentType { head.headers.fill(from: ["Content-Type": contentType]) }
      if let length, !head.headers.contains("Transfer-Encoding") {
        head.headers.fill(from: ["Content-Length": String(length)])
      }
      if head.status == 304 { kept = .empty }
    }
    var reply = Reply(head: head, body: kept)
    // Not for a recording, whose 304 may have the body from a browser's cache.
    if kept.isEmpty, !body.isEmpty, !isRecorded { reply.droppedBody = body }
    return reply
  }
}

extension StubHeaders {
  mutating func fill(from other: StubHeaders) {
    let own = self
    for field in other where !own.contains(field.name) { append(field.value, for: field.name) }
  }
}

extension StubResponse {
  /// Resolves the response for claim number `turn`, from 0; nil if the request goes to the network.
  package func resolved(
    turn: Int, to method: StubRequest.Method, of stub: () -> String = { "the stub" }
  ) -> ResolvedResponse? { resolved((max(turn, 0), { $0 }), to: method, of: stub) }

  /// How many claims a response has answered, and their numbers among those of the stub.
  private typealias Claims = (count: Int, number: (Int) -> Int)

  /// `flaky` has the claims of the sequence from which the response takes its flakiness, if any.
  private func resolved(
    _ claims: Claims, flaky: Claims? = nil, to method: StubRequest.Method, of stub: () -> String
  ) -> ResolvedResponse? {
    if case .sequence(let sequence) = kind {
      do {
        var (element, first, stride) = try sequence.element(onTurn: claims.count, of: stub)
        let flaky = element.delivery.flakiness == nil ? flaky ?? claims : nil
        element.delivery.fill(from: delivery)
        let own = ((claims.count - first) / stride, { claims.number(first + $0 * stride) })
        return element.amended(by: sequence).resolved(own, flaky: flaky, to: method, of: stub)
      } catch {
        return resolved(.failure(error))
      }
    }
    let (turn, number) = flaky ?? claims
    // The claim's number decides: each element's own turns begin at 0, so all would fail, or none.
    if let flakiness = delivery.flakiness?.failing(onTurn: number(turn)) {
      var failure = flakiness.failure
      // All turns after the last element of a plain sequence are alike.
      var limit = failure.depth == 0 ? 0 : turn
      if case .sequence(let sequence) = failure.kind, sequence.depth == 1, sequence.end != .cycle,
        failure.delivery.flakiness == nil
      {
        limit = sequence.elements.count
      }
      // Counted anew each time, since a response keeps no state.
      let failed = Array(
        (0..<turn).lazy
          .filter { delivery.flakiness?.failing(onTurn: number($0)) === flakiness }.prefix(limit))
      var ownDelivery = delivery
      ownDelivery.flakiness = nil
      failure.delivery.fill(from: ownDelivery)
      var resolved = failure.resolved(
        (failed.count, { number($0 < failed.count ? failed[$0] : turn) }), to: method, of: stub)
      resolved?.isFault = true
      return resolved
    }
    switch kind {
    case .reply(let draft): return resolved(draft.content(for: method))
    case .failure(let error): return resolved(.failure(error))
    case .hang: return resolved(.hang)
    case .passThrough, .sequence: return nil
    }
  }

  private func resolved(_ content: ResolvedResponse.Content) -> ResolvedResponse {
    var resolved = ResolvedResponse(content: content, ownDelivery: ownDelivery)
    if case .given(let settings) = ownDelivery, let cut = settings.cut, cut.error == nil {
      resolved.isFault = cut.byteCount < resolved.bodyLength ?? .max
    }
    return resolved
  }

  /// Adds the sequence's status and headers; the response's own take precedence.
  private func amended(by sequence: ResponseSequence) -> StubResponse {
    if sequence.status == nil, sequence.headers.isEmpty { return self }
    return changing(status: sequence.status, isOwn: false) { $0.fill(from: sequence.headers) }
  }
}
