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
  ) -> StubResponse {
    sequence(responses, then: end)
  }

  /// Answers each request with the next of these responses.
  public static func sequence(
    _ responses: [StubResponse], then end: SequenceEnd = .repeatLast
  ) -> StubResponse {
    let sequence = ResponseSequence(elements: responses, end: end)
    guard sequence.depth <= deepest else {
      return .failure(
        URLError.brokenResponse(
          .badServerResponse,
          "The stub's sequence holds sequences in each other, more than \(deepest) "
            + "deep: write the responses one after the other."))
    }
    return StubResponse(.sequence(sequence))
  }
}
