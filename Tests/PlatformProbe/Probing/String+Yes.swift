extension String {
  /// "yes" or "no".
  static func yes(_ isSo: Bool) -> String { isSo ? "yes" : "no" }
}
