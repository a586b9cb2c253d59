extension JSONPattern: ExpressibleByNilLiteral {
  /// Makes `null`.
  public init(nilLiteral: ()) { self.init(.value(.null)) }
}

extension JSONPattern: ExpressibleByBooleanLiteral {
  /// Makes `true` or `false`.
  public init(booleanLiteral value: Bool) { self.init(.value(.bool(value))) }
}

extension JSONPattern: ExpressibleByIntegerLiteral {
  /// Makes a number.
  public init(integerLiteral value: Int) { self.init(.value(.integer(value))) }
}

extension JSONPattern: ExpressibleByFloatLiteral {
  /// Makes a number.
  public init(floatLiteral value: Double) { self.init(.value(.double(value))) }
}

extension JSONPattern: ExpressibleByStringInterpolation {
  /// Makes a string.
  public init(stringLiteral value: String) { self.init(.value(.string(value))) }
}

extension JSONPattern: ExpressibleByArrayLiteral {
  /// Makes an array.
  public init(arrayLiteral elements: JSONPattern...) {
    let values = elements.compactMap(\.fixedValue)
    // Without open places it is one value, which is compared as such.
    if values.count == elements.count {
      self.init(.value(.array(values)))
    } else {
      self.init(.array(elements))
    }
  }
}

extension JSONPattern: ExpressibleByDictionaryLiteral {
  /// Makes an object; of a repeated name the last value counts.
  public init(dictionaryLiteral elements: (String, JSONPattern)...) {
    let members = Dictionary(elements) { $1 }
    let values = members.compactMapValues(\.fixedValue)
    if values.count == members.count {
      self.init(.value(.object(values)))
    } else {
      self.init(
        .object(
          members.sorted { $0.key < $1.key }.map { Member(name: $0.key, pattern: $0.value) }))
    }
  }
}

extension JSONPattern {
  /// The fixed value of the place, if it has one.
  var fixedValue: StubJSON? {
    if case .value(let value) = kind { value } else { nil }
  }
}
