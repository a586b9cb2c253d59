import Foundation

/// Keeps what a method returns until its caller has taken it over.
public enum AutoreleasePool {
  private static let key = "AutoreleasePool"

  /// Runs an operation, and lets go of what was added in it.
  public static func drain<Result>(_ operation: () throws -> Result) rethrows -> Result {
    let outer = objects
    defer { objects = outer }
    return try operation()
  }

  /// Keeps an object until the operation that runs on this thread is over.
  public static func add(_ object: AnyObject) {
    objects.append(object)
  }

  private static var objects: [AnyObject] {
    get { Thread.current.threadDictionary[key] as? [AnyObject] ?? [] }
    set { Thread.current.threadDictionary[key] = newValue }
  }
}
