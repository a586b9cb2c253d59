import Foundation

/// Reads a request's body stream to its end, or until it is stopped.
final class BodyReading: Stoppable, @unchecked Sendable {
  // Unchecked: the stream is touched only by the one thread that reads it.

  private let stream: InputStream
  private let limit: Int
  private let isStopped = Locked(false)

  /// - Parameter limit: The number of bytes after which the stream is taken to have no end.
  init(_ stream: InputStream, limit: Int = 1 << 30) {
    self.stream = stream
    self.limit = limit
  }

  /// Stops after the current read, which may still wait for the other end.
  func stop() {
    isStopped.withLock { $0 = true }
  }

  /// Returns the whole body.
  ///
  /// It blocks for as long as the other end takes, and so must not run in the client's context.
  func wholeBody() throws -> Data {
    // A stream can be read once. Asking a closed one for its error crashes on Linux, so StubKit reports an
    // error of its own.
    guard stream.streamStatus == .notOpen || stream.streamStatus == .open else {
      throw URLError(
        .requestBodyStreamExhausted,
        "The request's body stream has been read already. A request that is sent again needs a new "
          + "stream.")
    }
    stream.open()
    defer { stream.close() }
    var result = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !isStopped.withLock(\.self) {
      let count = stream.read(&buffer, maxLength: buffer.count)
      if count > 0 {
        result.append(contentsOf: buffer[..<count])
        guard result.count <= limit else { throw endless }
      } else if count == 0 {
        return result
      } else {
        throw URLError(
          .requestBodyStreamExhausted, "The request's body stream could not be read to its end.")
      }
    }
    throw URLError(.cancelled)
  }

  private var endless: URLError {
    URLError(
      .dataLengthExceedsMaximum,
      "The request's body stream has given more than \(limit >> 20) MB and has not ended. StubKit reads "
        + "a body whole before a stub is chosen: give it a stream that ends.")
  }
}
