extension StubJSON.Difference {
  /// Returns the place and both values; for a hidden secret, its difference from the expected value.
  ///
  /// - Parameters:
  ///   - real: The value with its secrets.
  ///   - root: The path of that value.
  func wording(hiding real: StubJSON?, at root: StubJSON.Path = .init()) -> String {
    guard case .string(let shown)? = found, shown.contains(Redaction.mark),
      case .string(let wanted)? = expected,
      case .string(let secret)? = real?.value(at: path, from: root)
    else { return description }
    return "\(description) (\(SecretDifference.text(of: secret, from: wanted)))"
  }
}
