import StubKit

/// Hides secrets, as reports do, in exchanges of which more and more become known.
struct GrowingRedaction {
  private let discretion: Discretion
  /// Nil if secrets are shown.
  private var redactor: Redactor?

  init(_ discretion: Discretion) {
    (self.discretion, redactor) = (discretion, discretion.redactor)
  }

  /// Hides the secrets of exchanges, and those that others have revealed so far.
  ///
  /// - Returns: Whether these reveal secrets that may stand in earlier ones.
  mutating func hide(in exchanges: inout [RecordedExchange]) -> Bool {
    guard var redactor else { return false }
    let known = (found: redactor.pool.found.count, values: redactor.pool.values.count)
    var hidden = exchanges.map { $0.redacted(by: &redactor) }
    if redactor.pool.found.count > known.found, discretion.spare([], by: &redactor) {
      hidden = exchanges.map { $0.redacted(by: &redactor) }
    }
    let cleaner = redactor.cleaner
    exchanges = cleaner.map { cleaner in hidden.map { $0.cleaned(by: cleaner) } } ?? hidden
    self.redactor = redactor
    return redactor.pool.values.count > known.values
  }
}
