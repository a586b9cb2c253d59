import Foundation

/// What the network brings back, one thing after the other.
enum Arrival: Sendable {
  case head(StubResponse.Head)
  /// The head of a response that is none of HTTP's, which the door keeps until it is handed on.
  case foreignHead
  case piece(Data)
  case end
}
