import Foundation

/// Responses that take turns.
struct ResponseSequence: Sendable {
  /// An element and which of the element's own turns it is, or why there is none.
  enum Turn {
    case success(StubResponse, turn: Int)
    case failure(URLError)
  }

  /// The responses in order.
  let elements: [StubResponse]
  /// What comes after the last.
  let end: StubResponse.SequenceEnd
  /// What was said of the sequence as a whole.
  var amendments = ReplyAmendments()
  /// How many sequences stand in each other, this one included.
  let depth: Int

  /// How deep sequences may stand in each other; to let go of one takes a turn of the stack for each.
  static let deepest = 100

  init(elements: [StubResponse], end: StubResponse.SequenceEnd) {
    self.elements = elements
    self.end = end
    depth = 1 + (elements.map(\.sequenceDepth).max() ?? 0)
  }

  /// The element whose turn it is; a sequence inside this one counts its own turns.
  func element(onTurn turn: Int) -> Turn {
    guard let last = elements.last else {
      return .failure(
        .brokenResponse(
          .badServerResponse, "The stub's sequence is empty: give it at least one response."))
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
          "The stub's sequence has \(uses), and this was request number \(turn + 1)."))
    }
  }
}

extension StubResponse {
  /// How many sequences stand in each other here.
  fileprivate var sequenceDepth: Int {
    if case .sequence(let sequence) = kind { sequence.depth } else { 0 }
  }
}
