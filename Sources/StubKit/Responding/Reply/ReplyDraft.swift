import Foundation

/// A reply as a test describes it, before its headers are completed.
///
/// It never changes, but keeps the completed reply of its first request: of many stubs most are never used,
/// and completing each in advance would take a sixth of a stub's memory.
final class ReplyDraft: Sendable {
  enum Body: Sendable {
    /// No body was given; `Content-Length` is 0 where a length makes sense.
    case none
    /// A body that was given.
    case given(Reply.Body)
    /// A file, read at each use, so that changes are seen.
    indirect case file(FileOrigin)
  }

  /// The status, which may be invalid, and the headers as given.
  let head: StubResponse.Head
  /// Whether the status was chosen, so that a sequence's does not replace it.
  let ownsStatus: Bool
  /// Whether it was recorded from a server.
  let isRecorded: Bool
  /// The media type that follows from the kind of body.
  let contentType: String?
  let body: Body
  /// The completed reply, after the first request; behind the lock.
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

  func with(status: Int) -> ReplyDraft {
    var head = head
    head.status = status
    return with(head, ownsStatus: true)
  }

  func with(header name: String, value: String) -> ReplyDraft {
    var head = head
    head.headers.set(value, for: name)
    return with(head, ownsStatus: ownsStatus)
  }

  /// Returns the reply with another body, and without the length and coding of the former one.
  func with(body data: Data) -> ReplyDraft {
    var head = head
    for name in ["Content-Length", "Content-Encoding"] { head.headers.remove(name) }
    return ReplyDraft(
      head: head, ownsStatus: ownsStatus, isRecorded: isRecorded, contentType: contentType,
      body: .given(.data(data)))
  }

  /// Returns the reply with the values of a whole sequence, unless it has its own.
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

  /// Returns the content for a request with this method.
  func content(for method: StubRequest.Method) -> ResolvedResponse.Content {
    // A file is read each time, so that changes are seen.
    var content = if case .file = body { finish() } else { finishedContent }
    if method == .head, case .reply(var reply) = content {
      (reply.body, reply.droppedBody) = (.empty, nil)
      content = .reply(reply)
    }
    return content
  }

  private func finish() -> ResolvedResponse.Content {
    if let objection = HeaderSyntax.objection(
      toStatus: head.status, headers: head.headers, isRecorded: isRecorded)
    {
      return .failure(URLError.brokenResponse(.badServerResponse, objection))
    }
    switch body {
    case .none:
      // The length in a 304 is that of another answer's body, which is unknown.
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
    // A recorded 304 may have the body from a browser's cache.
    if reply.body.isEmpty, !body.isEmpty, !isRecorded { reply.droppedBody = body }
    return reply
  }
}

/// Keeps the completed reply of the first request.
extension ReplyDraft {
  private final class Finished: Sendable {
    let content: ResolvedResponse.Content

    init(_ content: ResolvedResponse.Content) {
      self.content = content
    }
  }

  // One lock for all replies, held for a moment only: one of its own would take as much memory again.
  private static let lock = Locked(())

  private var finishedContent: ResolvedResponse.Content {
    if let finished = Self.lock.withLock({ _ in finished }) { return finished.content }
    let made = Finished(finish())
    return Self.lock.withLock { _ in
      // If two were made at the same time, one is kept.
      let kept = finished ?? made
      finished = kept
      return kept
    }.content
  }
}

extension Reply {
  /// Completes the headers, and drops the body where the status allows none.
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
