/// A value that is given once, and that one task waits for.
///
/// Either may come first; only the first value counts.
final class AwaitedValue<Value: Sendable>: Sendable {
  private enum State {
    case empty
    case awaited(CheckedContinuation<Value, Never>)
    case given(Value)
  }

  private let state = Locked(State.empty)

  func give(_ value: Value) {
    let waiting: CheckedContinuation<Value, Never>? = state.withLock { state in
      switch state {
      case .empty:
        state = .given(value)
        return nil
      case .awaited(let continuation):
        state = .given(value)
        return continuation
      case .given:
        return nil
      }
    }
    waiting?.resume(returning: value)
  }

  /// The value, once it has been given; only one task may wait for it.
  var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        let given: Value? = state.withLock { state in
          if case .given(let value) = state { return value }
          state = .awaited(continuation)
          return nil
        }
        if let given { continuation.resume(returning: given) }
      }
    }
  }
}
