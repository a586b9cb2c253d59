import StubKit

extension StubRegistry {
  /// `setting` is the source code with which a test shows secrets.
  func begin(showingSecrets showsSecrets: Bool, by setting: String) {
    var discretion = discretion
    (discretion.showsSecrets, discretion.setting) = (showsSecrets, setting)
    begin(with: discretion)
  }
}
