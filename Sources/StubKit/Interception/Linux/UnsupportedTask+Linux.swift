#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// The fact: a protocol cannot hand over the file of a download task, and Foundation traps.
  extension UnsupportedTask {
    static func platformError(for task: URLSessionTask?) -> URLError? {
      guard task is URLSessionDownloadTask else { return nil }
      return URLError(
        .unsupportedURL,
        "StubKit cannot answer a download task here: on this platform no URLProtocol can hand over "
          + "a file, and Foundation would trap. Use a data task in the code under test, or let "
          + "this request pass.",
        url: task?.originalRequest?.url)
    }
  }
#endif
