public import Foundation

/// The value as one of Swift's own; nil if it is another.
extension StubJSON {
  /// The text of a string: `json["name"]?.string`.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The value of a number that is whole and fits, `1.0` included.
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

  /// Whether it is `true`, or `false`.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The elements of an array.
  public var array: [StubJSON]? { if case .array(let elements) = self { elements } else { nil } }

  /// The members of an object.
  public var object: [String: StubJSON]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// Decodes a value of a type of yours.
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

/// The way into a value of which it is not known whether it is there: `json["a"]["b"][0]`.
extension StubJSON? {
  /// The member of an object with this name; nil if there is no object, or no such member.
  public subscript(key: String) -> StubJSON? { self?[key] }

  /// The element of an array at this position; nil if there is no array, or no such element.
  public subscript(index: Int) -> StubJSON? { self?[index] }
}
