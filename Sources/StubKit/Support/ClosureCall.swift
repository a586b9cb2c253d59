/// A call of a user's closure; code that the closure runs finds this call in `around`.
struct ClosureCall: Sendable {
  @TaskLocal private static var inherited: [ClosureCall] = []

  /// The calls that have not returned; a task that a closure starts inherits all of them.
  static var around: [ClosureCall] { inherited.filter { !$0.isOver.withLock(\.self) } }

  /// The condition whose closure is called; nil for the closure of a response.
  let condition: ObjectIdentifier?
  private let isOver = Locked(false)

  /// Runs `block`, which answers a request, as if within the closure calls that made the request.
  static func within(_ calls: [ClosureCall], _ block: () -> Void) {
    $inherited.withValue(calls, operation: block)
  }

  func surround<Result>(_ closure: () throws -> Result) rethrows -> Result {
    ProcessUse.note(.closures)
    defer { isOver.withLock { $0 = true } }
    return try Self.$inherited.withValue(Self.around + [self], operation: closure)
  }

  func surround<Result>(_ closure: () async throws -> Result) async rethrows -> Result {
    ProcessUse.note(.closures)
    defer { isOver.withLock { $0 = true } }
    return try await Self.$inherited.withValue(Self.around + [self], operation: closure)
  }
}
