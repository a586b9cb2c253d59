public import Foundation

/// One intercepted request with what became of it.
///
/// ```swift
/// for exchange in registry.exchanges { print(exchange) }
/// // GET https://api.example.com/users → 200 from isPath("/users") (UserTests.swift:12)
/// ```
public struct StubExchange: Sendable {
  /// What became of a request: a set that may grow.
  public struct Outcome: Sendable, Hashable, CustomStringConvertible {
    /// The outcome in a word or two.
    public let description: String

    /// No ending yet.
    public static let pending = Outcome(description: "pending")
    /// The whole response was delivered.
    public static let finished = Outcome(description: "finished")
    /// It led to another request, which is an exchange of its own.
    public static let redirected = Outcome(description: "redirected")
    /// It was a challenge that was answered by another request, an exchange of its own.
    public static let challenged = Outcome(description: "challenged")
    /// It ended in an error, which a stub or the network conditions asked for.
    public static let failed = Outcome(description: "failed")
    /// The stub's closure threw an error, which the request ended in.
    public static let threw = Outcome(description: "threw")
    /// The stub's response could not be given, for example because a fixture is missing.
    public static let cannotRespond = Outcome(description: "cannot respond")
    /// No client could send it, such as a GET with a body: it failed, and no stub was claimed.
    public static let cannotBeSent = Outcome(description: "cannot be sent")
    /// The client cancelled it.
    public static let cancelled = Outcome(description: "cancelled")
    /// No stub matched, so the registry failed it.
    public static let unmatched = Outcome(description: "unmatched")
    /// It was performed by the network.
    public static let passedThrough = Outcome(description: "passed through")
  }

  /// The request, with its whole body.
  public internal(set) var request: StubRequest
  /// The stub that was claimed; nil if none matched.
  public let stub: Stub?
  /// The head of the response, once there is one.
  public internal(set) var response: StubResponse.Head?
  /// What became of the request.
  public internal(set) var outcome: Outcome = .pending
  /// The error that the request ended in, if there was one.
  public internal(set) var error: (any Error)?
  /// When the request began, in the registry's `elapsed` time.
  public let start: Duration
  /// How long the request took on the registry's clock; nil while it is pending.
  public internal(set) var duration: Duration?
  /// The stub, by number, that the request was meant for, if none was claimed.
  var meant: UInt64?
  /// Whether the test expects that no stub matches the request.
  var isExpected = false
  /// The number of the first exchange that began after this one had ended; nil while it is pending.
  ///
  /// The clock cannot tell: consecutive requests may be simultaneous on it.
  var endedBefore: ExchangeLog.ID?
  var told: TellableIssue?
  package internal(set) var transcript = Transcript()

  /// The body of the response so far, from a stub or from the network.
  ///
  /// Nil without a response, or if the log has no room for the whole body; see `LogLimit`.
  public var responseBody: Data? { response == nil || !transcript.isWhole ? nil : transcript.body }

  /// An issue, boxed because nearly no exchange has one.
  final class TellableIssue: Sendable {
    let issue: StubIssue

    init(_ issue: StubIssue) { self.issue = issue }
  }

  /// What a test is told of the exchange, without secrets; nil if nothing is wrong.
  package var report: String? { told?.issue.text }

  package var isSettled: Bool { outcome != .pending && (!isFailure || told != nil) }

  /// Whether the answer stands for a fault of the network, rather than for what the server intends.
  package var isFault: Bool { transcript.isFault }

  /// Whether the network performs the request; if not, and `stub` is nil, then no stub matched.
  var isOfNetwork: Bool { transcript.isForwarded || outcome == .passedThrough }

  /// Whether a test should hear of the exchange: no stub matched, or the stub could not answer.
  var isFailure: Bool {
    switch outcome {
    case .finished: false
    case .unmatched: !isExpected
    case .threw, .cannotRespond, .cannotBeSent: true
    default: false
    }
  }
}

extension StubExchange: CustomStringConvertible {
  /// The request, what became of it, and who answered.
  public var description: String {
    var text = "\(request) → "
    text += response.map { "\($0.status)" } ?? outcome.description
    if response != nil, outcome != .finished { text += " (\(outcome))" }
    if let stub { text += " from \(stub)" }
    return text
  }
}

/// The body of a response and the times of its parts, on the registry's clock.
///
/// A plain answer allocates nothing here: it shares its body with the stub, and its only piece needs no list.
package struct Transcript: Sendable {
  /// When the request came, if that was before the decision.
  var asked: Duration?
  /// When the last byte of the request's body had left, if it was sent in pieces.
  package internal(set) var sent: Duration?
  package internal(set) var head: Duration?
  var isForwarded = false
  var isFault = false
  private(set) var body = Data()
  package private(set) var count = 0
  private var firstPiece: Duration?
  private var laterPieces: [Duration] = []
  /// One piece in this many is remembered.
  private var stride = 1
  private var pieceCount = 0

  private static let mostPieces = 64

  /// When the pieces of the body came; of many pieces only some, evenly spread.
  package var pieces: [Duration] { firstPiece.map { [$0] + laterPieces } ?? [] }

  var isWhole: Bool { body.count == count }

  /// Takes the body so far, which is in memory anyway.
  mutating func take(_ bodySoFar: Data, at time: Duration, keeping limit: Int) {
    count = bodySoFar.count
    body = count > limit ? bodySoFar.prefix(max(limit, 0)) : bodySoFar
    notePiece(at: time)
  }

  mutating func add(_ piece: Data, at time: Duration, keeping limit: Int) {
    // Nothing is kept after a gap.
    if isWhole, count + piece.count <= limit { body.append(piece) }
    count += piece.count
    notePiece(at: time)
  }

  mutating func dropBody() { body = Data() }

  /// A copy without the body, for the log while the body grows.
  var withoutBody: Transcript {
    var copy = self
    copy.dropBody()
    return copy
  }

  private mutating func notePiece(at time: Duration) {
    pieceCount += 1
    guard firstPiece != nil else {
      firstPiece = time
      return
    }
    guard pieceCount % stride == 0, (laterPieces.last ?? firstPiece) != time else { return }
    if laterPieces.count == Self.mostPieces - 1 {
      laterPieces = laterPieces.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      stride *= 2
    }
    laterPieces.append(time)
  }
}
