extension Int {
  /// The number of bytes in words: `12 B`, `3.4 KB`.
  var inBytes: String {
    var (value, unit) = (Double(self), 0)
    while value >= 999.5, unit < 4 { (value, unit) = (value / 1_000, unit + 1) }
    guard unit > 0 else { return "\(self) B" }
    let tenths = Int((value * 10).rounded())
    let text =
      value < 99.95 && tenths % 10 != 0
      ? "\(tenths / 10).\(tenths % 10)" : "\(Int(value.rounded()))"
    return text + " " + ["B", "KB", "MB", "GB", "TB"][unit]
  }
}
