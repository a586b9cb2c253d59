import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Where the body of a request is to be had from.
enum RequestBody {
  case none
  case data(Data)
  case file(URL)
  case stream(InputStream)
  /// The delegate has to be asked for a stream.
  case delegate

  /// The body of a request that a task is about to send.
  init(of request: URLRequest, sentBy task: URLSessionTask?) {
    if let data = request.httpBody {
      self = .data(data)
    } else if let stream = request.httpBodyStream {
      self = .stream(stream)
    } else {
      #if canImport(FoundationNetworking)
        guard let upload = task as? URLSessionUploadTask else {
          self = .none
          return
        }
        self = TaskInternals.body(of: upload) ?? .delegate
      #else
        self = .none
      #endif
    }
  }

  /// Reads a stream to its end.
  ///
  /// It blocks for as long as the other end takes, so that it is not for the work queue.
  static func contents(of stream: InputStream) throws -> Data {
    // A stream can be read once. Asking a closed one for its error crashes on Linux, so that
    // StubKit makes its own, whatever the reason.
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
    while true {
      let count = stream.read(&buffer, maxLength: buffer.count)
      if count > 0 {
        result.append(contentsOf: buffer[..<count])
      } else if count == 0 {
        return result
      } else {
        throw URLError(
          .requestBodyStreamExhausted, "The request's body stream could not be read to its end.")
      }
    }
  }
}
