import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client as any app has one: it knows nothing of StubKit.
struct Client {
  struct User: Decodable {
    let id: Int
    let name: String
  }

  /// Fetches a text, with its status.
  static func text(_ address: String) async throws -> (status: Int?, text: String) {
    let (data, response) = try await URLSession.shared.data(from: url(address))
    return ((response as? HTTPURLResponse)?.statusCode, String(decoding: data, as: UTF8.self))
  }

  /// Fetches the list of users.
  static func users() async throws -> [User] {
    let (data, _) = try await URLSession.shared.data(from: url("https://api.example.com/users"))
    return try JSONDecoder().decode([User].self, from: data)
  }

  /// Fetches something large, and yields how many bytes have come so far.
  static func download(_ address: String) throws -> AsyncThrowingStream<Int, any Error> {
    let request = URLRequest(url: try url(address))
    let (progress, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    let watcher = DownloadWatcher(continuation)
    let session = URLSession(configuration: .ephemeral, delegate: watcher, delegateQueue: nil)
    session.dataTask(with: request).resume()
    session.finishTasksAndInvalidate()
    return progress
  }

  private static func url(_ address: String) throws -> URL {
    guard let url = URL(string: address) else { throw URLError(.badURL) }
    return url
  }
}

/// Counts the bytes of a download as the delegate of its session.
private final class DownloadWatcher: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  // Unchecked: a session calls its delegate from one queue at a time.
  private var received = 0
  private let progress: AsyncThrowingStream<Int, any Error>.Continuation

  init(_ progress: AsyncThrowingStream<Int, any Error>.Continuation) {
    self.progress = progress
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    received += data.count
    progress.yield(received)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    progress.finish(throwing: error)
  }
}
