/// A value that somebody will give once, and one task waits for.
///
/// It does not matter which comes first, and only the first value counts.
final class Promise<Value: Sendable>: Sendable {
  private enum State {
    case empty
    case awaited(CheckedContinuation<Value, Never>)
    case kept(Value)
  }

  private let state = Locked(State.empty)

  /// Gives the value; later ones are ignored.
  func keep(_ value: Value) {
    let waiting: CheckedContinuation<Value, Never>? = state.withLock { state in
      switch state {
      case .empty:
        state = .kept(value)
        return nil
      case .awaited(let continuation):
        state = .kept(value)
        return continuation
      case .kept:
        return nil
      }
    }
    waiting?.resume(returning: value)
  }

  /// The value, once it has been given; to be asked for by one task only.
  var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        let kept: Value? = state.withLock { state in
          if case .kept(let value) = state { return value }
          state = .awaited(continuation)
          return nil
        }
        if let kept { continuation.resume(returning: kept) }
      }
    }
  }
}
