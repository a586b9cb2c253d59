import Foundation

/// A reply as a test describes it, before its headers are completed.
struct ReplyDraft: Sendable {
  /// Where the body comes from.
  enum Body: Sendable {
    /// No body was asked for; `Content-Length` is 0 where a length makes sense.
    case none
    case data(Data)
    /// Read each time the response is used, so that a changed file is seen.
    case file(FileOrigin)
    case stream([StreamEvent])
    case source(@Sendable () -> AsyncThrowingStream<Data, any Error>)
  }

  /// What is left to do for a request.
  private enum Preparation: Sendable {
    /// Nothing: the finished content is copied out.
    case content(ResolvedResponse.Content)
    /// To read the file.
    case file(FileOrigin)
  }

  /// The status code, which may be nonsense.
  private(set) var status: Int
  /// Whether somebody chose the status, so that a sequence's does not replace it.
  private(set) var ownsStatus: Bool
  /// The headers as given.
  private(set) var headers: StubHeaders
  /// The media type that the kind of body tells.
  let contentType: String?
  /// Where the body comes from.
  let body: Body
  private var preparation = Preparation.content(.hang)

  init(
    status: Int, ownsStatus: Bool? = nil, headers: StubHeaders, contentType: String? = nil,
    body: Body
  ) {
    self.status = status
    self.ownsStatus = ownsStatus ?? (status != 200)
    self.headers = headers
    self.contentType = contentType
    if case .data(let data) = body { self.body = .data(data.basedAtZero) } else { self.body = body }
    prepare()
  }

  /// The same reply with another status.
  func with(status: Int) -> ReplyDraft {
    var draft = self
    draft.status = status
    draft.ownsStatus = true
    draft.prepare()
    return draft
  }

  /// The same reply with another header field.
  func with(header name: String, value: String) -> ReplyDraft {
    var draft = self
    draft.headers.set(value, for: name)
    draft.prepare()
    return draft
  }

  /// The same reply with what was said of a whole sequence, unless it has its own.
  func amended(by amendments: ReplyAmendments) -> ReplyDraft {
    var draft = self
    if let status = amendments.status, !ownsStatus { draft.status = status }
    for field in amendments.headers where !headers.contains(field.name) {
      draft.headers.append(field.value, for: field.name)
    }
    draft.prepare()
    return draft
  }

  /// What a request with this method gets.
  func content(for method: StubRequest.Method) -> ResolvedResponse.Content {
    var content =
      switch preparation {
      case .content(let content): content
      case .file(let origin): self.content(of: origin)
      }
    if method == .head, case .reply(var reply) = content {
      reply.payload = .empty
      content = .reply(reply)
    }
    return content
  }

  private mutating func prepare() {
    if let objection = HeaderSyntax.objection(toStatus: status, headers: headers) {
      preparation = .content(.failure(URLError(.badServerResponse, objection)))
      return
    }
    preparation =
      switch body {
      case .none: .content(.reply(reply(.empty, length: status == 304 ? nil : 0)))
      case .data(let data): .content(.reply(reply(.data(data), length: data.count)))
      case .stream(let events): .content(.reply(reply(.stream(events), length: nil)))
      case .source(let source): .content(.reply(reply(.source(source), length: nil)))
      case .file(let origin): .file(origin)
      }
  }

  private func content(of origin: FileOrigin) -> ResolvedResponse.Content {
    do {
      let data = try origin.read()
      return .reply(reply(.data(data), length: data.count))
    } catch {
      return .failure(error)
    }
  }

  private func reply(_ payload: Payload, length: Int?) -> Reply {
    var reply = Reply(status: status, headers: headers, payload: payload)
    if status == 204 || status < 200 {
      reply.headers.remove("Content-Length")
      reply.payload = .empty
      return reply
    }
    if let contentType, !reply.headers.contains("Content-Type") {
      reply.headers.append(contentType, for: "Content-Type")
    }
    if let length, !reply.headers.contains("Content-Length") {
      reply.headers.append(String(length), for: "Content-Length")
    }
    if status == 304 { reply.payload = .empty }
    return reply
  }
}
