public import Foundation
public import StubKit

/// One thing that can go wrong with the answer to a request, for `withEveryFault`.
///
/// ```swift
/// try await withEveryFault(.offline, .timeout, .status(503)) { registry in … }
/// try await withEveryFault(.common + [.status(418)]) { registry in … }
/// ```
/// A fault applies only where it can happen: an answer without a body cannot be cut off.
public struct NetworkFault: Sendable, CustomStringConvertible {
  /// The name of the fault in reports and for `only:`.
  public let name: String
  /// Returns nil if the fault cannot happen to the answer.
  let change: Change
  /// Whether the fault would let the network answer, which no fault may do.
  private(set) var isPassing = false

  /// The name.
  public var description: String { name }

  typealias Change = @Sendable (ResolvedResponse, StubRequest.Method) -> ResolvedResponse?

  init(_ name: String, change: @escaping Change) {
    self.name = name
    self.change = change
  }

  /// Answers with another response.
  ///
  /// ```swift
  /// NetworkFault("maintenance", answering: .html("<h1>Back soon</h1>", status: 503))
  /// ```
  public init(_ name: String, answering response: StubResponse) {
    self.init(name.withVisibleControls) { response.resolved(turn: 0, to: $1) }
    isPassing = response.resolved(turn: 0, to: .get) == nil
  }

  /// There is no network.
  public static let offline = failure("offline", .notConnectedToInternet)
  /// The host's address cannot be found.
  public static let dnsFailure = failure("DNS failure", .cannotFindHost)
  /// No secure connection to the host can be made.
  public static let tlsFailure = failure("TLS failure", .secureConnectionFailed)
  /// The connection breaks before any part of the answer has arrived.
  public static let connectionLost = failure("connection lost", .networkConnectionLost)

  /// No answer comes, and the request ends by its own timeout.
  public static let timeout = NetworkFault("timeout") { answer, _ in answer.answering(.hang) }

  /// The request fails with an error.
  public static func failure(_ code: URLError.Code) -> NetworkFault {
    failure("error \(code.rawValue)", code)
  }

  private static func failure(_ name: String, _ code: URLError.Code) -> NetworkFault {
    NetworkFault(name) { answer, _ in answer.answering(.failure(URLError.described(code))) }
  }

  /// The server answers with a status and no body.
  public static func status(_ status: Int) -> NetworkFault {
    NetworkFault("\(status)", answering: .status(status))
  }

  /// The server is overloaded, and asks the client to wait: 503.
  public static let unavailable = NetworkFault(
    "503, Retry-After", answering: .status(503, headers: ["Retry-After": "1"]))
  /// The client has sent too many requests, and has to wait: 429.
  public static let tooManyRequests = NetworkFault(
    "429, Retry-After", answering: .status(429, headers: ["Retry-After": "1"]))
  /// The session has expired: 401.
  public static let unauthorized = NetworkFault("401", answering: .status(401))

  /// A network's sign-in page answers with 200 in place of the server.
  public static let captivePortal = NetworkFault(
    "captive portal",
    answering: .html(
      "<!DOCTYPE html><html><head><title>Wi-Fi</title></head><body><form action=\"/accept\">"
        + "<button>Accept and connect</button></form></body></html>"))

  /// The connection breaks in the middle of the body.
  public static let cutOff = NetworkFault("cut off") { answer, _ in answer.cutOff }

  /// Only the first half of the body arrives, as if it were the whole body.
  public static let truncatedBody = NetworkFault("truncated body") { answer, _ in
    answer.withBody { $0.count > 1 ? $0.prefix($0.count / 2) : nil }
  }

  /// The body is empty; the head stays, except that its `Content-Length`, if it has one, is 0.
  public static let emptyBody = NetworkFault("empty body") { answer, _ in
    answer.withBody { $0.isEmpty ? nil : Data() }
  }

  /// The body is damaged: it can neither be parsed as JSON nor be read as text.
  public static let damagedBody = NetworkFault("damaged body") { answer, _ in
    answer.withBody { body in
      guard !body.isEmpty else { return nil }
      // UTF-8 contains neither byte, so every parser fails at it.
      var damaged = body
      let middle = damaged.startIndex + damaged.count / 2
      damaged[middle] = damaged[middle] == 0xFF ? 0xFE : 0xFF
      return damaged
    }
  }

  /// One field of the JSON in the body has a value of another type.
  public static let wrongType = NetworkFault("wrong type") { answer, _ in
    answer.withBody { (try? StubJSON(parsing: $0))?.withFieldOfOtherType?.data }
  }

  /// The head comes after five seconds, and the body's last byte 25 seconds later.
  ///
  /// A streamed body, whose length is unknown, keeps its own times after the head.
  public static let slow = NetworkFault("slow") { answer, _ in
    answer.slowed(by: .seconds(5), over: .seconds(25))
  }
}

extension [NetworkFault] {
  /// The everyday faults, from a missing network to a damaged body and a slow answer.
  public static var common: [NetworkFault] {
    [.offline, .timeout, .connectionLost, .cutOff, .status(500), .damagedBody, .slow]
  }

  /// Every predefined fault, and the status 500.
  public static var all: [NetworkFault] {
    [
      .offline, .dnsFailure, .timeout, .tlsFailure, .connectionLost, .cutOff, .status(500),
      .unavailable, .tooManyRequests, .unauthorized, .emptyBody, .truncatedBody, .damagedBody,
      .wrongType, .captivePortal, .slow,
    ]
  }
}

extension NetworkFault {
  /// The everyday faults, as in `[NetworkFault].common`.
  public static var common: [NetworkFault] { .common }
  /// Every predefined fault, as in `[NetworkFault].all`.
  public static var all: [NetworkFault] { .all }
}

extension StubJSON {
  /// Changes the type of the first field that is no container and not null; nil if there is none.
  fileprivate var withFieldOfOtherType: StubJSON? {
    switch self {
    case .object(let members):
      for name in members.keys.sorted() {
        guard let value = members[name], let changed = value.ofOtherType else { continue }
        return .object(members.merging([name: changed]) { $1 })
      }
    case .array(let elements):
      for (position, element) in elements.enumerated() {
        guard let changed = element.ofOtherType else { continue }
        var elements = elements
        elements[position] = changed
        return .array(elements)
      }
    default: break
    }
    return nil
  }

  private var ofOtherType: StubJSON? {
    switch self {
    case .null: nil
    case .bool(let value): .string(value ? "yes" : "no")
    case .integer, .double: .string("unknown")
    case .string: .integer(7)
    case .array, .object: withFieldOfOtherType
    }
  }
}

/// Whether a fault also strikes when the client repeats the request.
public struct FaultRounds: Sendable, Hashable {
  let isLasting: Bool

  /// The fault happens once: a repeated request gets the stub's answer.
  public static let once = FaultRounds(isLasting: false)
  /// The fault stays: a repeated request meets it again.
  public static let always = FaultRounds(isLasting: true)
}
