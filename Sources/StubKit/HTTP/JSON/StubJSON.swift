public import Foundation

/// A JSON value, which can be written as a literal.
///
/// ```swift
/// let user: StubJSON = ["id": 1, "name": "Ann", "tags": ["a", nil], "score": 1.5]
/// user["tags"][0]    // "a"
/// user["id"]?.integer    // 1
/// user["id"] == 1.0  // true: numbers are equal if their values are, and 1 is not true
/// ```
public enum StubJSON: Sendable {
  /// The value `null`.
  case null
  /// The value `true` or `false`.
  case bool(Bool)
  /// A number that fits into an `Int`, written without a fraction and without an exponent.
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

/// The value as a Swift type; nil if the value is of another kind.
extension StubJSON {
  /// The text of a string: `json["name"]?.string`.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The value of a whole number that fits into an `Int`, including `1.0`.
  public var integer: Int? {
    switch self {
    case .integer(let value): value
    case .double(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The value of any number.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// The value of a boolean.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The elements of an array.
  public var array: [StubJSON]? { if case .array(let elements) = self { elements } else { nil } }

  /// The members of an object.
  public var object: [String: StubJSON]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// Decodes the value as a type of your own.
  ///
  /// ```swift
  /// let lines = try request.json?["order"]["lines"]?.decode([Line].self)
  /// ```
  /// - Throws: `DecodingError`.
  public func decode<Value: Decodable>(
    _ type: Value.Type, decoder: JSONDecoder = JSONDecoder()
  ) throws -> Value { try decoder.decode(type, from: data) }

  /// The object's member of this name; nil if this is no object or has no such member.
  public subscript(key: String) -> StubJSON? { object?[named: key] }

  /// The array's element at this position; nil if this is no array or has no such element.
  public subscript(index: Int) -> StubJSON? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
  }
}

/// Lookups through values that may be missing: `json["a"]["b"][0]`.
extension StubJSON? {
  /// The object's member of this name; nil if this is no object or has no such member.
  public subscript(key: String) -> StubJSON? { self?[key] }

  /// The array's element at this position; nil if this is no array or has no such element.
  public subscript(index: Int) -> StubJSON? { self?[index] }
}

extension StubJSON:
  ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Makes `null`.
  public init(nilLiteral: ()) { self = .null }

  /// Makes `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Makes an integer.
  public init(integerLiteral value: Int) { self = .integer(value) }

  /// Makes a floating-point number.
  public init(floatLiteral value: Double) { self = .double(value) }

  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Makes an array.
  public init(arrayLiteral elements: StubJSON...) { self = .array(elements) }

  /// Makes an object; the last value of a repeated name counts.
  public init(dictionaryLiteral elements: (String, StubJSON)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}
