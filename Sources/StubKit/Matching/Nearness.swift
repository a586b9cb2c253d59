/// How near a request comes to meeting an expression.
struct Nearness {
  /// From 0 (nothing in common) to 1 (met).
  var value: Double
  /// The weight beside other parts.
  var weight: Double
}
