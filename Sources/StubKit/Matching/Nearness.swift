/// How near a request comes to meeting an expression.
struct Nearness {
  /// From 0 (nothing in common) to 1 (met).
  var value: Double
  /// How much it counts beside others.
  var weight: Double
}
