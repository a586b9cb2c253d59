package import Foundation

struct Reply: Sendable {
  /// `Content-Length` and `Content-Type` are filled in; only a recorded status may exceed 599.
  var head: StubResponse.Head
  var body: Body
  /// The body that the test gave, if the status allows none.
  var droppedBody: Body?

  /// Opens the pieces of an asynchronous sequence; called once per delivery.
  typealias Source = @Sendable () -> OpenSource

  struct OpenSource {
    let pieces: AsyncThrowingStream<Data, any Error>
    /// Called when the request ends, before its client hears of the end.
    var close: @Sendable () -> Void = {}
  }

  enum Body: Sendable {
    case data(Data)
    case stream([StreamEvent])
    case source(Source)

    static let empty = Body.data(Data())

    var isEmpty: Bool {
      switch self {
      case .data(let data): data.isEmpty
      case .stream(let events): events.allSatisfy(\.isEmpty)
      case .source: false
      }
    }

    var length: Int? { if case .data(let data) = self { data.count } else { nil } }
  }
}

/// A stub's response to one request, after sequence, flakiness and file have been resolved.
package struct ResolvedResponse: Sendable {
  enum Content: Sendable {
    indirect case reply(Reply)
    case failure(any Error & Sendable)
    case hang

    var reply: Reply? { if case .reply(let reply) = self { reply } else { nil } }
  }

  var content: Content
  var ownDelivery: DeliverySettings.Own
  var delivery: DeliverySettings {
    get { ownDelivery.settings }
    set { ownDelivery = .given(newValue) }
  }
  /// Whether the response simulates a fault, by flakiness or in an exploration.
  package var isFault = false

  private var reply: Reply? { content.reply }

  var replyThatLosesBody: Reply? { reply?.droppedBody == nil ? nil : reply }

  var bodyLength: Int? { reply?.body.length }

  /// Nil if the response has delivery settings, or a body that is not in memory.
  var replyAtOnce: (head: StubResponse.Head, body: Data)? {
    guard case .none = ownDelivery, case .reply(let reply) = content,
      case .data(let body) = reply.body
    else { return nil }
    return (reply.head, body)
  }

  /// Nil if there is no body in memory, or if `change` returns nil.
  package func withBody(_ change: (Data) -> Data?) -> ResolvedResponse? {
    guard var reply, case .data(let data) = reply.body, let changed = change(data) else {
      return nil
    }
    if reply.head.headers.contains("Content-Length") {
      reply.head.headers.set(String(changed.count), for: "Content-Length")
    }
    reply.body = .data(changed.basedAtZero)
    return with(reply)
  }

  private func with(_ reply: Reply) -> ResolvedResponse {
    var answer = self
    answer.content = .reply(reply)
    return answer
  }

  func ranged(for request: @autoclosure () -> StubRequest) -> ResolvedResponse {
    guard delivery.isRanged, var reply, reply.head.status == 200, case .data(let body) = reply.body
    else { return self }
    let request = request()
    if !reply.head.headers.contains("Accept-Ranges") {
      reply.head.headers.append("bytes", for: "Accept-Ranges")
    }
    if request.method == .get, let field = request.headers["Range"],
      reply.head.headers.areMeant(by: request.headers["If-Range"]),
      let range = ByteRange(field, of: body.count)
    {
      reply.keep(range, of: body)
    }
    return with(reply)
  }
}

/// Faulty variants of a response, for explorations; nil where the fault is not possible.
extension ResolvedResponse {
  package var hanging: ResolvedResponse {
    ResolvedResponse(content: .hang, ownDelivery: ownDelivery)
  }

  package func failing(with code: URLError.Code) -> ResolvedResponse {
    ResolvedResponse(content: .failure(URLError.described(code)), ownDelivery: ownDelivery)
  }

  package var cutOff: ResolvedResponse? {
    guard let length = bodyLength, length > 0 else { return nil }
    var answer = self
    let count = min(length, answer.delivery.truncation?.byteCount ?? length)
    answer.delivery.truncation = nil
    answer.delivery.drop = .init(
      byteCount: count / 2, error: URLError.described(.networkConnectionLost))
    return answer
  }

  /// The head comes after `pause`, the last byte of a body in memory `time` after the head.
  package func slowed(by pause: Duration, over time: Duration) -> ResolvedResponse? {
    guard reply != nil else { return nil }
    var answer = self
    answer.delivery.pause = DeliverySettings.Pause(length: pause, jitter: .zero)
    if let count = bodyLength, count > 0 { answer.delivery.speed = .spread(over: time) }
    return answer
  }
}

extension URLError {
  private static let brokenResponseKey = "StubKitBrokenResponse"

  static func described(_ code: Code) -> URLError { URLError(code, code.sentence) }

  /// An error for a mistake in the test, marked to tell it from an error that the test asked for.
  package static func brokenResponse(_ code: Code, _ reason: String) -> URLError {
    URLError(code, reason).asBrokenResponse
  }

  package var asBrokenResponse: URLError {
    var userInfo = errorUserInfo
    userInfo[Self.brokenResponseKey] = true
    return URLError(code, userInfo: userInfo)
  }

  var isOfBrokenResponse: Bool { errorUserInfo[Self.brokenResponseKey] != nil }
}
