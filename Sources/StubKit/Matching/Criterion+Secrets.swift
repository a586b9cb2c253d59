/// What is said of a request that has secrets: it is shown as another one, which has none.
extension Criterion {
  /// What was found, as far as it may be shown; of a secret, how it differs from the test's.
  ///
  /// - Parameter findings: The same thing by thing, if there is so much to say.
  func finding(
    in probe: RequestProbe, shownAs shown: RequestProbe?, as findings: FindingList?
  ) -> String {
    let text = findings?.text ?? finding(in: shown ?? probe)
    guard shown != nil else { return text }
    guard text.contains(Redaction.mark), let found = comparedText(in: probe) else { return text }
    return text + " (\(SecretDifference.text(of: found, from: wantedText ?? "")))"
  }

  /// What sets the text apart, if it can be said.
  func difference(in probe: RequestProbe, shownAs shown: RequestProbe?) -> String? {
    guard let shown else { return difference(in: probe) }
    let difference = difference(in: shown)
    // How a secret differs from what stands in its place says nothing.
    return difference.flatMap { $0.contains(Redaction.mark) ? nil : $0 }
  }
}
