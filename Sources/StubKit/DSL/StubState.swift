import Foundation

/// A value that responses share from one request to the next, and that any of them may change.
///
/// ```swift
/// let cart = StubState<[StubJSON]>([])
/// stub(condition: isPOST("/cart")) { request in
///   let count = cart.update { lines in
///     lines.append(request.json ?? .null)
///     return lines.count
///   }
///   return .json(["count": .integer(count)], status: 201)
/// }
/// stub(condition: isGET("/cart")) { _ in .json(.array(cart.value)) }
/// ```
/// Requests may be answered at the same time, but changes are made one after the other. No lock is
/// held while the closure of `update` runs: if another change comes first, `update` calls the
/// closure again with the newer value. So let the closure do nothing but change the value and
/// return data for the response.
public final class StubState<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    var changes: UInt64 = 0
    /// The threads on which an `update` is running.
    var updating: Set<ObjectIdentifier> = []
  }

  private let state: Locked<State>

  /// Begins with a value.
  public init(_ value: Value) { state = Locked(State(value: value)) }

  /// The current value; `update` changes it without losing another change.
  public var value: Value { state.withLock(\.value) }

  /// Changes the value, and returns the closure's result; if the closure throws, the value stays.
  ///
  /// The closure may run more than once, with a newer value each time. An `update` of this state
  /// within the closure changes nothing, and the test is told so.
  @discardableResult
  public func update<Result, Failure: Error>(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column, _ change: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let thread = ObjectIdentifier(Thread.current)
    guard state.withLock({ $0.updating.insert(thread).inserted }) else {
      let place = StubLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      StubRegistry.current.tell(StubIssue(aboutUpdateWithinUpdateAt: place))
      var lost = value
      return try change(&lost)
    }
    defer { _ = state.withLock { $0.updating.remove(thread) } }
    while true {
      var (value, changes) = state.withLock { ($0.value, $0.changes) }
      let result = try change(&value)
      let isCurrent = state.withLock { state in
        guard state.changes == changes else { return false }
        // Swapped, so that the old value is released outside of the lock.
        swap(&state.value, &value)
        state.changes += 1
        return true
      }
      if isCurrent { return result }
    }
  }
}
