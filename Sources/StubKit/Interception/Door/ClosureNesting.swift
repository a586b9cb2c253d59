import Foundation

/// How many response closures the code runs in, each of which waits for the next one's answer.
enum ClosureNesting {
  private static let limit = 20

  @TaskLocal static var depth = 0

  /// Throws where a closure requests what it answers itself, which would never end.
  static func deeper() throws(URLError) -> Int {
    guard depth < limit else {
      throw .brokenResponse(
        .resourceUnavailable,
        "the closure sends a request that a closure answers, \(limit) times within each other. "
          + "`try await request.perform()` asks the real server")
    }
    return depth + 1
  }
}
