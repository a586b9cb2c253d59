import Dispatch

extension Duration {
  /// The nearest duration that has components: their seconds are an `Int64`.
  package var limited: Duration { min(max(self, .seconds(Int64.min)), .seconds(Int64.max)) }

  /// At most some thirty years, since the nanoseconds could overflow.
  var dispatchInterval: DispatchTimeInterval {
    let (seconds, attoseconds) = min(max(self, .zero), .seconds(1_000_000_000)).components
    return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
  }
}
