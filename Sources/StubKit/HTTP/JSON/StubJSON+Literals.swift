extension StubJSON: ExpressibleByNilLiteral {
  /// Makes `null`.
  public init(nilLiteral: ()) { self = .null }
}

extension StubJSON: ExpressibleByBooleanLiteral {
  /// Makes `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension StubJSON: ExpressibleByIntegerLiteral {
  /// Makes a number.
  public init(integerLiteral value: Int) { self = .integer(value) }
}

extension StubJSON: ExpressibleByFloatLiteral {
  /// Makes a number.
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension StubJSON: ExpressibleByStringInterpolation {
  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension StubJSON: ExpressibleByArrayLiteral {
  /// Makes an array.
  public init(arrayLiteral elements: StubJSON...) { self = .array(elements) }
}

extension StubJSON: ExpressibleByDictionaryLiteral {
  /// Makes an object; of a repeated name the last value counts.
  public init(dictionaryLiteral elements: (String, StubJSON)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}
