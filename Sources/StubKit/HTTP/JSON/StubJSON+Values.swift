public import Foundation

/// The value as a Swift type; nil if the value is of another kind.
extension StubJSON {
  /// The text of a string: `json["name"]?.string`.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The value of a whole number that fits into an `Int`, including `1.0`.
  public var int: Int? {
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
  ) throws -> Value {
    try decoder.decode(type, from: data)
  }
}

/// Lookups through values that may be missing: `json["a"]["b"][0]`.
extension StubJSON? {
  /// The object's member of this name; nil if this is no object or has no such member.
  public subscript(key: String) -> StubJSON? { self?[key] }

  /// The array's element at this position; nil if this is no array or has no such element.
  public subscript(index: Int) -> StubJSON? { self?[index] }
}
