extension StubJSON.Difference {
  /// The place and both values; of a secret that is not shown, how it differs from what is expected.
  ///
  /// - Parameters:
  ///   - real: The value in which the place is, with its secrets.
  ///   - root: Where that value stands.
  func wording(hiding real: StubJSON?, at root: StubJSON.Path = .init()) -> String {
    guard case .string(let shown)? = found, shown.contains(Redaction.mark),
      case .string(let wanted)? = expected,
      case .string(let secret)? = real?.value(at: path, from: root)
    else { return description }
    return "\(description) (\(SecretDifference.text(of: secret, from: wanted)))"
  }
}
