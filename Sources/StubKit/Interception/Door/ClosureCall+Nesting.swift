import Foundation

extension ClosureCall {
  /// Throws when 20 response closures are nested, as when one sends a request that it answers.
  static func ofResponse() throws(URLError) -> ClosureCall {
    let limit = 20
    guard around.count(where: { $0.condition == nil }) < limit else {
      throw .brokenResponse(
        .resourceUnavailable,
        "the closure sends a request that a closure answers, \(limit) times within each other. "
          + "`try await request.perform()` asks the real server")
    }
    return ClosureCall(condition: nil)
  }
}
