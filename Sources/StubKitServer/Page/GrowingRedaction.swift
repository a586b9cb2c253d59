import StubKit

/// Hides secrets, as reports do, in exchanges that arrive little by little.
struct GrowingRedaction {
  private let discretion: Discretion
  /// Nil if secrets are shown.
  private var redactor: Redactor?

  init(_ discretion: Discretion) {
    (self.discretion, redactor) = (discretion, discretion.redactor)
  }

  /// Hides secrets; true if `exchanges` reveal new secrets, which earlier exchanges may contain.
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
