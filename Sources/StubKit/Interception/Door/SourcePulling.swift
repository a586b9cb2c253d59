import Foundation

/// Pulls the pieces of a source one by one, and closes the source.
final class SourcePulling: @unchecked Sendable {
  // Unchecked: a piece is pulled only when the one before it has come.

  private let open: Reply.Source
  private var pieces: AsyncThrowingStream<Data, any Error>.Iterator?
  private let closing = Locked((isClosed: false, close: nil as (@Sendable () -> Void)?))

  init(_ source: @escaping Reply.Source) { open = source }

  /// The first call opens the source: a user's closure, which may take as long as it likes.
  func next() async throws -> Data? {
    // Once this request has ended, opening the source could take pieces meant for the next one.
    if closing.withLock(\.isClosed) { return nil }
    var pieces = self.pieces ?? opened()
    defer { self.pieces = pieces }
    return try await pieces.next()
  }

  private func opened() -> AsyncThrowingStream<Data, any Error>.Iterator {
    let source = open()
    let isClosed = closing.withLock { closing in
      closing.close = source.close
      return closing.isClosed
    }
    if isClosed { source.close() }
    return source.pieces.makeAsyncIterator()
  }

  /// Closes the source, which then no longer counts as open, even if a piece is still on its way.
  func close() {
    let close = closing.withLock { closing in
      closing.isClosed = true
      return closing.close
    }
    close?()
  }
}
