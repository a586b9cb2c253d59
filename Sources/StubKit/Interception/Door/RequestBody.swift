import Foundation

enum RequestBody {
  case none
  case data(Data)
  case file(URL)
  case stream(InputStream)
  /// The delegate has to be asked for a stream.
  case delegate

  init(of request: URLRequest, sentBy task: URLSessionTask?) {
    let uploaded = task.map(TaskInternals.body) ?? .none
    switch (uploaded, request.httpBody, request.httpBodyStream) {
    // An upload task ignores its request's own body.
    case (.data, _, _), (.file, _, _), (.stream, _, _), (.delegate, _, _): self = uploaded
    case (_, let data?, _): self = .data(data)
    case (_, _, let stream?): self = .stream(stream)
    default: self = uploaded
    }
  }
}

extension SessionDoor {
  /// Reads a stream on another thread, because the other end may take its time.
  func read(_ stream: InputStream, _ back: ReplyHandle) {
    let reading = BodyReading(stream)
    work = reading.stop
    elsewhere(back) {
      do { return .body(try reading.wholeBody()) } catch { return .failed(error) }
    }
  }
}

final class BodyReading: @unchecked Sendable {
  // Unchecked: the stream is touched only by the one thread that reads it.

  private let stream: InputStream
  private let limit: Int
  private let isStopped = Locked(false)

  /// `limit` is the number of bytes after which the stream is taken to have no end.
  init(_ stream: InputStream, limit: Int = 1 << 30) {
    self.stream = stream
    self.limit = limit
  }

  /// Stops after the current read, which may still wait for the other end.
  func stop() { isStopped.withLock { $0 = true } }

  /// Blocks for as long as the other end takes, and so must not run in the client's context.
  func wholeBody() throws -> Data {
    // A stream can be read once. On Linux, asking a closed stream for its error crashes.
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
        guard result.count <= limit else {
          throw URLError(
            .dataLengthExceedsMaximum,
            "The request's body stream has given more than \(limit >> 20) MB and has not ended. StubKit "
              + "reads a body whole before a stub is chosen: give it a stream that ends.")
        }
      } else if count == 0 {
        return result
      } else {
        throw URLError(
          .requestBodyStreamExhausted, "The request's body stream could not be read to its end.")
      }
    }
    throw URLError(.cancelled)
  }
}

/// The kinds of task that a platform does not let a protocol answer.
enum UnsupportedTask {
  static func refusal(of task: URLSessionTask?) -> String? {
    // On Linux most tasks have exactly this class, and the casts below take long.
    if let task, type(of: task) == URLSessionDataTask.self { return nil }
    guard task is URLSessionWebSocketTask else { return platformRefusal(of: task) }
    return "StubKit does not answer WebSocket tasks, and this one may not pass: the registry lets "
      + "nothing out that no stub matches, or a stub may match it. Put the socket behind a protocol of "
      + "your own, or let its URL pass and give each stub a condition on the scheme, host or path."
  }
}
