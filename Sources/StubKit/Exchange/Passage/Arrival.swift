import Foundation

/// A part of the network's answer to a forwarded request.
enum Arrival: Sendable {
  case head(StubResponse.Head)
  /// The head of a response that is not HTTP, such as a file's; the door keeps it for the client.
  case foreignHead
  case piece(Data)
  case end
}
