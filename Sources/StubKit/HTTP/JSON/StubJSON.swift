/// A JSON value: what a body holds, written as a literal.
///
/// ```swift
/// let user: StubJSON = ["id": 1, "name": "Ann", "tags": ["a", nil], "score": 1.5]
/// user["tags"][0]    // "a"
/// user["id"]?.int    // 1
/// user["id"] == 1.0  // true: numbers are equal if their values are, and 1 is not true
/// ```
public enum StubJSON: Sendable {
  /// The value `null`.
  case null
  /// The value `true` or `false`.
  case bool(Bool)
  /// A number without a fraction or an exponent that fits into an `Int`.
  case integer(Int)
  /// Any other number.
  case double(Double)
  /// A text.
  case string(String)
  /// Values in order: an array.
  case array([StubJSON])
  /// Values by name: an object.
  case object([String: StubJSON])
}

extension StubJSON {
  /// The member of an object with this name; nil if there is none, or if this is not an object.
  public subscript(key: String) -> StubJSON? {
    object?[key]
  }

  /// The element of an array at this position; nil if there is none, or if this is not an array.
  public subscript(index: Int) -> StubJSON? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}
