extension Duration {
  /// The nearest duration that has components: their seconds are an `Int64`.
  package var limited: Duration { min(max(self, .seconds(Int64.min)), .seconds(Int64.max)) }

  /// Seconds for libdispatch, whose times end after some centuries.
  var dispatchSeconds: Double { min(max(self / .seconds(1), 0), 1e9) }
}
