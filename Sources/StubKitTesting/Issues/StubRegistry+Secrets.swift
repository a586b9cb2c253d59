import StubKit

extension StubRegistry {
  /// `setting` is the source code with which the test sets this.
  func begin(showingSecrets showsSecrets: Bool, by setting: String) {
    var discretion = discretion
    (discretion.showsSecrets, discretion.setting) = (showsSecrets, setting)
    begin(with: discretion)
  }
}
