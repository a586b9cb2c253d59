package import Foundation

struct Reply: Sendable {
  /// With `Content-Length` and `Content-Type`; the status is from 100 to 599 unless it is recorded.
  var head: StubResponse.Head
  var body: Body
  /// The body that the test has given, where the status allows none.
  var droppedBody: Body?

  /// Opens the pieces of an asynchronous sequence, once per delivery.
  typealias Source = @Sendable () -> AsyncThrowingStream<Data, any Error>

  enum Body: Sendable {
    case data(Data)
    case stream([StreamEvent])
    case source(Source)

    static let empty = Body.data(Data())

    /// False for a source, whose bytes are unknown.
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

/// A stub's response to one request, with its turn decided and its body at hand.
package struct ResolvedResponse: Sendable {
  enum Content: Sendable {
    indirect case reply(Reply)
    case failure(any Error & Sendable)
    case hang

    var reply: Reply? { if case .reply(let reply) = self { reply } else { nil } }
  }

  var content: Content
  /// Flakiness is already decided.
  var ownDelivery: DeliverySettings.Own
  var delivery: DeliverySettings {
    get { ownDelivery.settings }
    set { ownDelivery = .given(newValue) }
  }
  /// Whether the answer stands for a fault of the network, rather than for what the server intends.
  package var isFault = false

  private var reply: Reply? { content.reply }

  /// The reply, if its status does not allow its body.
  var replyWithoutBody: Reply? { reply?.droppedBody == nil ? nil : reply }

  var bodyLength: Int? { reply?.body.length }

  /// Head and body, if the response has no delivery settings and its body is in memory; or else nil.
  var replyAtOnce: (head: StubResponse.Head, body: Data)? {
    guard case .none = ownDelivery, case .reply(let reply) = content,
      case .data(let body) = reply.body
    else { return nil }
    return (reply.head, body)
  }

  /// Replaces the body and its length; nil if there is no body in memory, or if `change` returns nil.
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

  /// Keeps only the part of the body that a request's `Range` asks for, if the response is ranged.
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

/// Faulty variants of an answer, for explorations; nil where the fault is not possible.
extension ResolvedResponse {
  package var hanging: ResolvedResponse {
    ResolvedResponse(content: .hang, ownDelivery: ownDelivery)
  }

  package func failing(with code: URLError.Code) -> ResolvedResponse {
    ResolvedResponse(content: .failure(URLError.described(code)), ownDelivery: ownDelivery)
  }

  /// The connection breaks in the middle of the body.
  package var cutOff: ResolvedResponse? {
    guard let count = bodyLength, count > 0 else { return nil }
    var answer = self
    answer.delivery.drop = .init(
      byteCount: count / 2, error: URLError.described(.networkConnectionLost))
    return answer
  }

  /// The head comes after a pause, and the last byte of a body in memory `time` later.
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

  /// An error for a mistake in the test; a mark distinguishes it from an error the test asked for.
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
