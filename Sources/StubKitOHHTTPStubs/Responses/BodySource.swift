import Foundation
import StubKit

enum BodySource {
  case none
  case data(Data)
  /// The length is that of the file when the response was made.
  case file(URL, length: UInt64)
  case stream(SharedStream)
  case response(StubResponse)

  var stream: InputStream? {
    switch self {
    case .none, .response: nil
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
  private var read: Data?

  init(_ stream: InputStream) {
    self.stream = stream
  }

  var contents: Data {
    lock.withLock {
      if let read { return read }
      let contents = Self.read(stream)
      read = contents
      return contents
    }
  }

  private static func read(_ stream: InputStream) -> Data {
    if stream.streamStatus == .notOpen { stream.open() }
    defer { stream.close() }
    var contents = Data()
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = stream.read(&piece, maxLength: piece.count)
      guard count > 0 else { return contents }
      contents.append(contentsOf: piece.prefix(count))
    }
  }
}
