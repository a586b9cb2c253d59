import Foundation

/// A reply as a test describes it, before its headers are completed.
///
/// It never changes, but for what it has become for the first request, which is kept for those that
/// follow: most stubs of many are never asked, and what is made ahead for each takes a sixth of its
/// memory.
final class ReplyDraft: Sendable {
  /// Where the body comes from.
  enum Body: Sendable {
    /// No body was asked for; `Content-Length` is 0 where a length makes sense.
    case none
    /// A body that was given.
    case given(Reply.Body)
    /// A file, read each time the response is used, so that a changed one is seen.
    indirect case file(FileOrigin)
  }

  /// The status, which may be nonsense, and the headers as given.
  let head: StubResponse.Head
  /// Whether somebody chose the status, so that a sequence's does not replace it.
  let ownsStatus: Bool
  /// Whether a server has answered so, and not a test.
  let isRecorded: Bool
  /// The media type that the kind of body tells.
  let contentType: String?
  /// Where the body comes from.
  let body: Body
  /// What requests get, once one has come; behind the lock.
  nonisolated(unsafe) private var finished: Finished?

  convenience init(
    status: Int, ownsStatus: Bool? = nil, isRecorded: Bool = false, headers: StubHeaders,
    contentType: String? = nil, body: Body
  ) {
    self.init(
      head: StubResponse.Head(status: status, headers: headers),
      ownsStatus: ownsStatus ?? (status != 200), isRecorded: isRecorded, contentType: contentType,
      body: body)
  }

  private init(
    head: StubResponse.Head, ownsStatus: Bool, isRecorded: Bool, contentType: String?, body: Body
  ) {
    self.head = head
    self.ownsStatus = ownsStatus
    self.isRecorded = isRecorded
    self.contentType = contentType
    self.body =
      if case .given(.data(let data)) = body { .given(.data(data.basedAtZero)) } else { body }
  }

  /// The same reply with another status.
  func with(status: Int) -> ReplyDraft {
    var head = head
    head.status = status
    return with(head, ownsStatus: true)
  }

  /// The same reply with another header field.
  func with(header name: String, value: String) -> ReplyDraft {
    var head = head
    head.headers.set(value, for: name)
    return with(head, ownsStatus: ownsStatus)
  }

  /// The same reply with another body; what was said of the length and the coding of the former goes.
  func with(body data: Data) -> ReplyDraft {
    var head = head
    for name in ["Content-Length", "Content-Encoding"] { head.headers.remove(name) }
    return ReplyDraft(
      head: head, ownsStatus: ownsStatus, isRecorded: isRecorded, contentType: contentType,
      body: .given(.data(data)))
  }

  /// The same reply with what was said of a whole sequence, unless it has its own.
  func amended(by amendments: ReplyAmendments) -> ReplyDraft {
    var head = head
    if let status = amendments.status, !ownsStatus { head.status = status }
    for field in amendments.headers where !head.headers.contains(field.name) {
      head.headers.append(field.value, for: field.name)
    }
    return with(head, ownsStatus: ownsStatus)
  }

  private func with(_ head: StubResponse.Head, ownsStatus: Bool) -> ReplyDraft {
    ReplyDraft(
      head: head, ownsStatus: ownsStatus, isRecorded: isRecorded, contentType: contentType,
      body: body)
  }

  /// What a request with this method gets.
  func content(for method: StubRequest.Method) -> ResolvedResponse.Content {
    // A file is read each time anew, so that a changed one is seen.
    var content = if case .file = body { finish() } else { finishedContent }
    if method == .head, case .reply(var reply) = content {
      (reply.body, reply.droppedBody) = (.empty, nil)
      content = .reply(reply)
    }
    return content
  }

  /// Completes the reply.
  private func finish() -> ResolvedResponse.Content {
    if let objection = HeaderSyntax.objection(
      toStatus: head.status, headers: head.headers, isRecorded: isRecorded)
    {
      return .failure(URLError.brokenResponse(.badServerResponse, objection))
    }
    switch body {
    case .none:
      // The length that a 304 tells is that of another answer's body, which nobody has said.
      let length = head.status == 304 ? nil : 0
      return .reply(Reply(head, contentType: contentType, .empty, length: length))
    case .given(let body):
      return .reply(reply(with: body))
    case .file(let origin):
      do {
        return .reply(reply(with: .data(try origin.body())))
      } catch {
        return .failure(error.asBrokenResponse)
      }
    }
  }
}

extension ReplyDraft {
  private func reply(with body: Reply.Body) -> Reply {
    var reply = Reply(head, contentType: contentType, body, length: body.length)
    // Browsers write the body of a 304 down that they had in their cache.
    if reply.body.isEmpty, !body.isEmpty, !isRecorded { reply.droppedBody = body }
    return reply
  }
}

/// What a reply has become for the first request.
extension ReplyDraft {
  private final class Finished: Sendable {
    let content: ResolvedResponse.Content

    init(_ content: ResolvedResponse.Content) {
      self.content = content
    }
  }

  // One lock for all, held for a moment only: a lock of its own would take as much memory again.
  private static let lock = Locked(())

  private var finishedContent: ResolvedResponse.Content {
    if let finished = Self.lock.withLock({ _ in finished }) { return finished.content }
    let made = Finished(finish())
    return Self.lock.withLock { _ in
      // Of two that are made at the same time one is kept.
      let kept = finished ?? made
      finished = kept
      return kept
    }.content
  }
}

extension Reply {
  /// Completes the headers, and leaves the body out where the status allows none.
  fileprivate init(
    _ head: StubResponse.Head, contentType: String?, _ body: Body, length: Int?
  ) {
    self.init(head: head, body: body)
    defer { self.head = self.head.keepingForm }
    if head.status == 204 || head.status < 200 {
      self.head.headers.remove("Content-Length")
      self.body = .empty
      return
    }
    if let contentType, !head.headers.contains("Content-Type") {
      self.head.headers.append(contentType, for: "Content-Type")
    }
    if let length, !head.headers.contains("Content-Length") {
      self.head.headers.append(String(length), for: "Content-Length")
    }
    if head.status == 304 { self.body = .empty }
  }
}
