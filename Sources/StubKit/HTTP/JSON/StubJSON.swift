/// A JSON value, which can be written as a literal.
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
  /// A string.
  case string(String)
  /// An array.
  case array([StubJSON])
  /// An object.
  case object([String: StubJSON])
}

extension StubJSON {
  /// The object's member of this name; nil if this is no object or has no such member.
  public subscript(key: String) -> StubJSON? {
    object?[key]
  }

  /// The array's element at this position; nil if this is no array or has no such element.
  public subscript(index: Int) -> StubJSON? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}
