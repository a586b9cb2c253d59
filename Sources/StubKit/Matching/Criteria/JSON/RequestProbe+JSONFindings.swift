import Foundation

/// What reports say of a body that should be JSON.
extension RequestProbe {
  /// The body as JSON, or why it is none.
  var jsonFinding: String {
    guard let form = form(JSONForm.self) else { return "there is no body" }
    if seenBody?.isEmpty ?? true { return "the body is empty" }
    do {
      return "the body is \(try form.result.get().shortened())"
    } catch {
      return "the body is not JSON (\(error))"
    }
  }

  /// A criterion on the exact body; nil if that is too long to paste.
  func jsonSubstitute(isSubset: Bool) -> (any Criterion)? {
    guard let text = shortBody else { return nil }
    guard let found = form(JSONForm.self)?.json else { return BodyTextCriterion(text: text) }
    return JSONBodyCriterion(found, isSubset: isSubset)
  }
}
