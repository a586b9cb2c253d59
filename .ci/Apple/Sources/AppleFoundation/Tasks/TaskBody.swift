import Foundation
import FoundationNetworking

/// Where a task's body was given.
enum TaskBody: Sendable {
  /// In the request, or nowhere.
  case ofRequest
  case data(Data)
  case file(URL)
  /// The delegate is asked for a stream.
  case delegate

  /// A request with the body as a protocol gets it: always a stream.
  func streamed(in request: URLRequest) -> URLRequest {
    var request = request
    request.httpBodyStream =
      switch self {
      case .ofRequest: request.httpBody.map { InputStream(data: $0) } ?? request.httpBodyStream
      case .data(let data): InputStream(data: data)
      case .file(let url): url.isFileURL ? InputStream(url: url) : nil
      case .delegate: request.httpBodyStream
      }
    return request
  }

  /// A request with the body as a whole, for the network; it may have to wait for a stream.
  func whole(in request: URLRequest) -> URLRequest {
    var request = request
    let body: Data? =
      switch self {
      case .ofRequest, .delegate: request.httpBody ?? request.httpBodyStream.map(Self.contents)
      case .data(let data): data
      case .file(let url): try? Data(contentsOf: url)
      }
    request.httpBodyStream = nil
    request.httpBody = body
    return request
  }

  private static func contents(of stream: InputStream) -> Data {
    stream.open()
    defer { stream.close() }
    var contents = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = stream.read(&buffer, maxLength: buffer.count), count > 0 {
      contents.append(contentsOf: buffer[..<count])
    }
    return contents
  }
}
