import Foundation

/// Counts the response closures around the running code: each awaits what the next one answers.
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
