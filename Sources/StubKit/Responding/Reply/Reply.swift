package import Foundation

/// An HTTP response, complete as it goes to the client.
struct Reply: Sendable {
  /// The status, from 100 to 599 unless it is recorded, and the headers with `Content-Length` and
  /// `Content-Type` filled in.
  var head: StubResponse.Head
  var body: Body
  /// The body that the test has given, where the status allows none.
  var droppedBody: Body?

  /// Opens the pieces of an asynchronous sequence, once per delivery.
  typealias Source = @Sendable () -> AsyncThrowingStream<Data, any Error>

  enum Body: Sendable {
    case data(Data)
    /// Pieces with their times.
    case stream([StreamEvent])
    case source(Source)

    static let empty = Body.data(Data())

    /// Whether it has no bytes; false for a source.
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

/// A stub's response for one request: its turn is decided, and its body at hand.
package struct ResolvedResponse: Sendable {
  enum Content: Sendable {
    case reply(Reply)
    case failure(any Error & Sendable)
    case hang
  }

  var content: Content
  /// The delivery; flakiness is already decided.
  var delivery: DeliverySettings

  private var reply: Reply? { if case .reply(let reply) = content { reply } else { nil } }

  /// The reply whose status does not allow its body, if it is one.
  var replyWithoutBody: Reply? { reply?.droppedBody == nil ? nil : reply }

  var bodyLength: Int? { reply?.body.length }

  /// Returns the answer with another body, and the length of that; nil if the body cannot be made.
  func withBody(_ change: (Data) -> Data?) -> ResolvedResponse? {
    guard var reply, case .data(let data) = reply.body, let changed = change(data) else {
      return nil
    }
    if reply.head.headers.contains("Content-Length") {
      reply.head.headers.set(String(changed.count), for: "Content-Length")
    }
    reply.body = .data(changed.basedAtZero)
    return ResolvedResponse(content: .reply(reply), delivery: delivery)
  }

  /// Returns the part of the body that a request asks for, if the response is given in parts.
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
    return ResolvedResponse(content: .reply(reply), delivery: delivery)
  }
}

extension URLError {
  private static let brokenResponseKey = "StubKitBrokenResponse"

  /// The error with the message that the platform has for it.
  static func described(_ code: Code) -> URLError { URLError(code, code.sentence) }

  /// The error of a response that cannot be given as it was written: a mistake in the test.
  ///
  /// An app may take it for any other error. The mark distinguishes it from an error that the test asked
  /// for.
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
