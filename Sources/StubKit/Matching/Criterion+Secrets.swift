/// Reports on requests with secrets, of which a cleaned copy is shown.
extension Criterion {
  /// Returns the request's value, as far as it may be shown; for a secret, its difference from the test's
  /// value.
  ///
  /// - Parameter findings: The same in several findings, if there are any.
  func finding(
    in probe: RequestProbe, shownAs shown: RequestProbe?, as findings: FindingList?
  ) -> String {
    let text = findings?.text ?? finding(in: shown ?? probe)
    guard shown != nil else { return text }
    guard text.contains(Redaction.mark), let found = comparedText(in: probe) else { return text }
    return text + " (\(SecretDifference.text(of: found, from: wantedText ?? "")))"
  }

  /// Returns the notable difference from the expected text; nil if it may not be shown.
  func difference(in probe: RequestProbe, shownAs shown: RequestProbe?) -> String? {
    guard let shown else { return difference(in: probe) }
    let difference = difference(in: shown)
    // A comparison with the placeholder of a secret would be meaningless.
    return difference.flatMap { $0.contains(Redaction.mark) ? nil : $0 }
  }
}
