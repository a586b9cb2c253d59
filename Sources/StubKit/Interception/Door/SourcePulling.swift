import Foundation

/// The pieces of a body from an asynchronous sequence, pulled one after the other.
final class SourcePulling: @unchecked Sendable {
  // Unchecked: a piece is pulled only when the one before it has come.

  private var pieces: AsyncThrowingStream<Data, any Error>.Iterator

  init(_ source: AsyncThrowingStream<Data, any Error>) {
    pieces = source.makeAsyncIterator()
  }

  /// The next piece; nil at the end.
  func next() async throws -> Data? {
    try await pieces.next()
  }
}
