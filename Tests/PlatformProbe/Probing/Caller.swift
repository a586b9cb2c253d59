import Foundation

/// The code that makes a request, as others can tell that they run in its place.
enum Caller {
  /// What only the caller's task-locals have.
  @TaskLocal static var mark = false

  /// Runs a block on a thread of its own, with the mark.
  static func run(_ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread {
      Thread.current.threadDictionary[name] = true
      $mark.withValue(true, operation: body)
    }
  }

  /// Where this is asked, and whether the caller's task-locals are seen there.
  static var place: String {
    let isHere = Thread.current.threadDictionary[name] != nil
    return (isHere ? "the caller's thread" : Platform.thread) + (mark ? " with" : " without")
      + " its task-locals"
  }

  private static let name = "the caller of the probe"
}
