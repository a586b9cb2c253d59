extension StubJSON: ExpressibleByNilLiteral {
  /// Makes `null`.
  public init(nilLiteral: ()) { self = .null }
}

extension StubJSON: ExpressibleByBooleanLiteral {
  /// Makes `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension StubJSON: ExpressibleByIntegerLiteral {
  /// Makes an integer.
  public init(integerLiteral value: Int) { self = .integer(value) }
}

extension StubJSON: ExpressibleByFloatLiteral {
  /// Makes a floating-point number.
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
  /// Makes an object; the last value of a repeated name counts.
  public init(dictionaryLiteral elements: (String, StubJSON)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}
