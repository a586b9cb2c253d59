import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The place of a request's body.
enum RequestBody {
  case none
  case data(Data)
  case file(URL)
  case stream(InputStream)
  /// The delegate has to be asked for a stream.
  case delegate

  /// Finds the body of a request, which its task may hold instead of the request.
  init(of request: URLRequest, sentBy task: URLSessionTask?) {
    if let data = request.httpBody {
      self = .data(data)
    } else if let stream = request.httpBodyStream {
      self = .stream(stream)
    } else {
      self = task.map(TaskInternals.body) ?? .none
    }
  }
}
