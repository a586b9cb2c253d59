package import Foundation

package struct Reply: Sendable {
  /// `Content-Length` and `Content-Type` are filled in; only a recorded status may exceed 599.
  package var head: StubResponse.Head
  package var body: Body
  /// The body that the test gave, if the status allows none.
  var droppedBody: Body?

  /// Opens the pieces of an asynchronous sequence; called once per delivery.
  package typealias Source = @Sendable () -> OpenSource

  package struct OpenSource {
    let pieces: AsyncThrowingStream<Data, any Error>
    /// Called when the request ends, before its client hears of the end.
    var close: @Sendable () -> Void = {}
  }

  package enum Body: Sendable {
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
  package enum Content: Sendable {
    indirect case reply(Reply)
    case failure(any Error & Sendable)
    case hang

    var reply: Reply? { if case .reply(let reply) = self { reply } else { nil } }
  }

  package var content: Content
  var ownDelivery: DeliverySettings.Own
  package var delivery: DeliverySettings {
    get { ownDelivery.settings }
    set { ownDelivery = .given(newValue) }
  }
  /// Whether the response simulates a fault: by flakiness, a truncated body or in an exploration.
  package var isFault = false

  var replyThatLosesBody: Reply? { content.reply.flatMap { $0.droppedBody == nil ? nil : $0 } }

  package var bodyLength: Int? { content.reply?.body.length }

  /// Nil unless the response is a reply with its body in memory and without delivery settings.
  var replyAtOnce: (head: StubResponse.Head, body: Data)? {
    guard case .none = ownDelivery, case .reply(let reply) = content,
      case .data(let body) = reply.body
    else { return nil }
    return (reply.head, body)
  }

  func ranged(for request: @autoclosure () -> StubRequest) -> ResolvedResponse {
    guard delivery.isRanged, case .reply(var reply) = content, reply.head.status == 200,
      case .data(let body) = reply.body
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
    var answer = self
    answer.content = .reply(reply)
    return answer
  }
}

extension URLError {
  private static let brokenResponseKey = "StubKitBrokenResponse"

  package static func described(_ code: Code) -> URLError { URLError(code, code.sentence) }

  /// An error for a mistake in the test, marked to tell it from an error that the test asked for.
  package static func brokenResponse(_ code: Code, _ reason: String) -> URLError {
    URLError(code, reason).asBrokenResponse
  }

  static func mistaken(_ call: String, _ reason: String) -> URLError {
    brokenResponse(.badServerResponse, "The stub's response has a mistake: \(call): \(reason).")
  }

  package var asBrokenResponse: URLError { with([Self.brokenResponseKey: true]) }

  var isOfBrokenResponse: Bool { errorUserInfo[Self.brokenResponseKey] != nil }
}
