extension Duration {
  /// The duration in three figures: `0`, `250 µs`, `1.25 s`, `2 min 30 s`.
  var inWords: String {
    let seconds = inSeconds
    switch seconds {
    case ..<0: return "−" + (.zero - self).inWords
    case 0: return "0"
    case ..<0.000_001: return "\(Int((seconds * 1e9).rounded())) ns"
    case ..<0.000_999_5: return Self.figures(seconds * 1e6) + " µs"
    case ..<0.999_5: return Self.figures(seconds * 1e3) + " ms"
    case ..<59.95: return Self.figures(seconds) + " s"
    case ..<3_599.5: return Self.parts(seconds, of: 60, "min", "s")
    case ..<86_370: return Self.parts(seconds / 60, of: 60, "h", "min")
    default: return Self.parts(seconds / 3_600, of: 24, "d", "h")
    }
  }

  /// Three figures, without trailing zeros.
  private static func figures(_ value: Double) -> String {
    let decimals = value < 9.995 ? 100.0 : value < 99.95 ? 10.0 : 1.0
    let rounded = Int((value * decimals).rounded())
    let (whole, rest) = rounded.quotientAndRemainder(dividingBy: Int(decimals))
    guard rest > 0 else { return "\(whole)" }
    let digits = String(rest + Int(decimals)).dropFirst()
    return "\(whole)." + (digits.hasSuffix("0") ? digits.dropLast() : digits)
  }

  private static func parts(
    _ value: Double, of size: Int, _ large: String, _ small: String
  ) -> String {
    let whole = Int(min(value, 1e15).rounded())
    let (first, second) = whole.quotientAndRemainder(dividingBy: size)
    return "\(first) \(large)" + (second == 0 ? "" : " \(second) \(small)")
  }
}
