/// A value that somebody will give once, and one task waits for.
///
/// It does not matter which comes first, and only the first value counts.
final class AwaitedValue<Value: Sendable>: Sendable {
  private enum State {
    case empty
    case awaited(CheckedContinuation<Value, Never>)
    case given(Value)
  }

  private let state = Locked(State.empty)

  /// Gives the value; later ones are ignored.
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

  /// The value, once it has been given; to be asked for by one task only.
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
