import Foundation

/// Responses that take turns.
struct ResponseSequence: Sendable {
  /// An element with its own turn, or the reason why there is none.
  enum Turn {
    case success(StubResponse, turn: Int)
    case failure(URLError)
  }

  let elements: [StubResponse]
  /// What comes after the last response.
  let end: StubResponse.SequenceEnd
  /// The values of the sequence as a whole.
  var amendments = ReplyAmendments()
  /// The depth of nested responses, with this one.
  let depth: Int

  init(elements: [StubResponse], end: StubResponse.SequenceEnd) {
    self.elements = elements
    self.end = end
    depth = 1 + (elements.map(\.depth).max() ?? 0)
  }

  /// Returns the element whose turn it is; a nested sequence counts its own turns.
  ///
  /// - Parameter stub: The title of the sequence's stub, for an error.
  func element(onTurn turn: Int, of stub: () -> String) -> Turn {
    guard let last = elements.last else {
      return .failure(
        .brokenResponse(
          .badServerResponse,
          "The sequence of \(stub()) is empty: give it at least one response."))
    }
    if turn < elements.count - 1 { return .success(elements[turn], turn: 0) }
    switch end.kind {
    case .repeatLast:
      return .success(last, turn: turn - (elements.count - 1))
    case .cycle:
      return .success(elements[turn % elements.count], turn: turn / elements.count)
    case .fail:
      guard turn >= elements.count else { return .success(last, turn: 0) }
      let uses = elements.count == 1 ? "1 response" : "\(elements.count) responses"
      return .failure(
        .brokenResponse(
          .resourceUnavailable,
          "The sequence of \(stub()) has \(uses), and this was request number \(turn + 1)."))
    }
  }
}
