import Foundation

/// Pulls the pieces of a body from an asynchronous sequence, one after the other.
final class SourcePulling: @unchecked Sendable {
  // Unchecked: a piece is pulled only when the one before it has come.

  private let open: Reply.Source
  private var pieces: AsyncThrowingStream<Data, any Error>.Iterator?

  init(_ source: @escaping Reply.Source) {
    open = source
  }

  /// Returns the next piece; nil at the end.
  ///
  /// The first call opens the source, which is a user's closure and may take as long as it likes.
  func next() async throws -> Data? {
    var pieces = self.pieces ?? open().makeAsyncIterator()
    defer { self.pieces = pieces }
    return try await pieces.next()
  }
}
