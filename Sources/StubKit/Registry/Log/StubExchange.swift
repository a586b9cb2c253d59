public import Foundation

/// An intercepted request and what became of it.
///
/// ```swift
/// for exchange in registry.exchanges { print(exchange) }
/// // GET https://api.example.com/users → 200 from isPath("/users") (UserTests.swift:12)
/// ```
public struct StubExchange: Sendable {
  /// What became of a request; later versions may add outcomes.
  public struct Outcome: Sendable, Hashable, CustomStringConvertible {
    /// The outcome in a word or two.
    public let description: String

    /// The request has not ended.
    public static let pending = Outcome(description: "pending")
    /// The whole response was delivered.
    public static let finished = Outcome(description: "finished")
    /// The response was a redirect to another request, which has an exchange of its own.
    public static let redirected = Outcome(description: "redirected")
    /// The response was a challenge; the request that answered it has an exchange of its own.
    public static let challenged = Outcome(description: "challenged")
    /// The request ended in an error, such as one from a stub or from the network conditions.
    public static let failed = Outcome(description: "failed")
    /// The stub's closure threw an error, and the request ended in it.
    public static let threw = Outcome(description: "threw")
    /// The stub's response could not be given, for example because a fixture is missing.
    public static let cannotRespond = Outcome(description: "cannot respond")
    /// `URLSession` refuses to send the request, such as a GET with a body; no stub was claimed.
    public static let cannotBeSent = Outcome(description: "cannot be sent")
    /// The client cancelled the request.
    public static let cancelled = Outcome(description: "cancelled")
    /// No stub matched, so the registry failed the request.
    public static let unmatched = Outcome(description: "unmatched")
    /// The network performed the request.
    public static let passedThrough = Outcome(description: "passed through")
  }

  /// The request with its whole body; if it was passed through, a body from a stream is missing.
  public internal(set) var request: StubRequest
  /// The stub that was claimed; nil if none was.
  public let stub: Stub?
  /// The head of the response, once there is one.
  public internal(set) var response: StubResponse.Head?
  /// `.pending` until the request has ended.
  public internal(set) var outcome: Outcome = .pending
  /// The error that the request ended in, if there was one.
  public internal(set) var error: (any Error)?
  /// When the request began, in the registry's `elapsed` time.
  public let start: Duration
  /// How long the request took on the registry's clock; nil while it is pending.
  public internal(set) var duration: Duration?
  /// The number of the stub that the request was meant for, if no stub was claimed.
  var meant: UInt64?
  /// Whether the test expects that no stub matches the request.
  var isExpected = false
  /// The number of the first exchange that began after this one had ended; nil while it is pending.
  ///
  /// The clock cannot tell the order: one request may end at the time at which the next begins.
  var endedBefore: ExchangeLog.ID?
  /// The issue, if something is wrong; a list, because an empty list is smaller than a nil issue.
  var issues: [StubIssue] = []
  package internal(set) var transcript = Transcript()

  /// The body of the response so far, from a stub or from the network.
  ///
  /// Nil without a response, or if the log has no room for the whole body; see `LogLimit`. While a
  /// body from a stream or from the network arrives, the log does not have it yet.
  public var responseBody: Data? { response == nil || !transcript.isWhole ? nil : transcript.body }

  /// The text of the issue, without secrets; nil if nothing is wrong.
  package var report: String? { issues.first?.text }

  package var isSettled: Bool { outcome != .pending && (!isFailure || !issues.isEmpty) }

  /// Whether the answer stands for a fault of the network, rather than for what the server intends.
  package var isFault: Bool { transcript.isFault }

  /// Whether a client asked a stub server at the server's own address: no real server is behind it.
  package var isOfStubServer: Bool { transcript.isOfStubServer }

  /// Whether the network performs the request.
  var isOfNetwork: Bool { transcript.isForwarded || outcome == .passedThrough }

  /// Whether a test should hear of the exchange: the request was unexpectedly unmatched, or could
  /// not be sent, or its stub could not answer.
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
  /// The request, the response or the outcome, and the stub.
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
/// A plain answer allocates nothing here: the stub shares the body, and a single piece needs no
/// list.
package struct Transcript: Sendable {
  /// When the request came, if that was before the decision.
  var asked: Duration?
  /// When the last byte of the request's body had left, if it was sent in pieces.
  package internal(set) var sent: Duration?
  package internal(set) var head: Duration?
  package internal(set) var isForwarded = false
  var isFault = false
  var isOfStubServer = false
  private(set) var body = Data()
  /// Whether the memory of the body belongs to the stub's response, and nothing is appended to it.
  private var isShared = false
  package private(set) var count = 0
  private var firstPiece: Duration?
  private var laterPieces: [Duration] = []
  /// One of every `stride` pieces is remembered.
  private var stride = 1
  private var pieceCount = 0

  private static let mostPieces = 64

  /// When the pieces of the body came; of many pieces only some, evenly spread.
  package var pieces: [Duration] { firstPiece.map { [$0] + laterPieces } ?? [] }

  var isWhole: Bool { body.count == count }

  /// Whether the log gets the body only when the exchange ends.
  var isGrowing: Bool { body.isEmpty && !isShared }

  /// Shares the body so far, which is in memory anyway.
  mutating func take(_ bodySoFar: Data, at time: Duration, keeping limit: Int) {
    count = bodySoFar.count
    body = count > limit ? bodySoFar.prefix(max(limit, 0)) : bodySoFar
    isShared = true
    notePiece(at: time)
  }

  mutating func add(_ piece: Data, at time: Duration, keeping limit: Int) {
    // After a gap nothing more is kept.
    if isWhole, count + piece.count <= limit { body.append(piece) }
    count += piece.count
    notePiece(at: time)
  }

  mutating func dropBody() { body = Data() }

  /// A body that grows is left out: if the log had it, each appended piece would copy the whole.
  var soFar: Transcript { isShared ? self : withoutBody }

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
