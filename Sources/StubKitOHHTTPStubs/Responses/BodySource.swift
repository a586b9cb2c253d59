import Foundation
import StubKit

enum BodySource {
  case none
  case data(Data)
  /// The length is that of the file when the response was made.
  case file(URL, length: UInt64)
  case stream(SharedStream)
  /// A message without a body, perhaps because it answered a `HEAD` request.
  case emptyMessage
  /// A message that cannot be read: the response says why.
  case failure(StubResponse)

  var stream: InputStream? {
    switch self {
    case .none, .emptyMessage, .failure: nil
    case .data(let data): InputStream(data: data)
    case .file(let url, _): InputStream(url: url)
    case .stream(let stream): stream.stream
    }
  }
}

/// A stream that is read only once, although its response may answer several requests.
final class SharedStream {
  let stream: InputStream
  // The response may answer two requests at once.
  private let lock = NSLock()
  private var read: Result<Data, any Error>?

  init(_ stream: InputStream) {
    self.stream = stream
  }

  /// Throws if the stream cannot be read to its end.
  func contents() throws -> Data {
    try lock.withLock {
      let contents = read ?? Result { try Self.read(stream) }
      read = contents
      return try contents.get()
    }
  }

  private static func read(_ stream: InputStream) throws -> Data {
    if stream.streamStatus == .notOpen { stream.open() }
    defer { stream.close() }
    var contents = Data()
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = stream.read(&piece, maxLength: piece.count)
      // Not the stream's own error: asking for it may crash on Linux.
      if count < 0 { throw UnreadableStream() }
      guard count > 0 else { return contents }
      contents.append(contentsOf: piece.prefix(count))
    }
  }
}

private struct UnreadableStream: LocalizedError {
  var errorDescription: String? {
    "HTTPStubsResponse(inputStream:): the stream could not be read to its end."
  }
}
