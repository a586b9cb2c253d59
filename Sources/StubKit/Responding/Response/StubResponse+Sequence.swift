import Foundation

extension StubResponse {
  /// Answers each request with the next of these responses.
  ///
  /// ```swift
  /// .sequence(.status(503), .status(503), .json(["ok": true]))
  /// ```
  /// Modifiers apply to each element, but an element's own settings win.
  public static func sequence(
    _ responses: StubResponse..., then end: SequenceEnd = .repeatLast
  ) -> StubResponse { sequence(responses, then: end) }

  /// Answers each request with the next of these responses.
  public static func sequence(
    _ responses: [StubResponse], then end: SequenceEnd = .repeatLast
  ) -> StubResponse {
    let sequence = ResponseSequence(elements: responses, end: end)
    guard sequence.depth <= deepest else {
      return .broken(
        "The stub's sequence nests sequences more than \(deepest) "
          + "deep: write the responses one after the other.")
    }
    return StubResponse(.sequence(sequence))
  }

  /// What a sequence does when its last response has been used.
  public struct SequenceEnd: Sendable, Hashable {
    enum Kind: Sendable { case repeatLast, fail, cycle }

    let kind: Kind

    /// Goes on with the last response.
    public static let repeatLast = SequenceEnd(kind: .repeatLast)
    /// Fails with an error that says how many responses there were.
    public static let fail = SequenceEnd(kind: .fail)
    /// Starts again with the first response.
    public static let cycle = SequenceEnd(kind: .cycle)
  }
}

struct ResponseSequence: Sendable {
  let elements: [StubResponse]
  let end: StubResponse.SequenceEnd
  /// The status, and below it the header fields, of elements that set none themselves.
  var status: Int?
  var headers: StubHeaders = [:]
  let depth: Int

  init(elements: [StubResponse], end: StubResponse.SequenceEnd) {
    self.elements = elements
    self.end = end
    depth = 1 + (elements.map(\.depth).max() ?? 0)
  }

  /// Returns the element, its first turn, and the number of turns until it is used again, if it is.
  func element(
    onTurn turn: Int, of stub: () -> String
  ) throws(URLError) -> (element: StubResponse, first: Int, stride: Int) {
    guard let last = elements.last else {
      throw .brokenResponse(
        .badServerResponse, "The sequence of \(stub()) is empty: give it at least one response.")
    }
    switch end.kind {
    case .cycle: return (elements[turn % elements.count], turn % elements.count, elements.count)
    case _ where turn < elements.count: return (elements[turn], turn, 1)
    case .repeatLast: return (last, elements.count - 1, 1)
    case .fail:
      let uses = elements.count == 1 ? "1 response" : "\(elements.count) responses"
      throw .brokenResponse(
        .resourceUnavailable,
        "The sequence of \(stub()) has \(uses), and this request comes after the last.")
    }
  }
}
