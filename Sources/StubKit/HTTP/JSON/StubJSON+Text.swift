public import Foundation

extension StubJSON {
  /// Why a text is not JSON, and where the error is.
  public struct ParsingError: DescribedError, Sendable, Hashable {
    /// The number of bytes before the error.
    public let offset: Int
    /// The line of the error, counted from 1.
    public let line: Int
    /// The column of the error in bytes, counted from 1.
    public let column: Int
    /// What is wrong there: `expected a value, found "}"`.
    public let reason: String

    /// The full message, with the position.
    public var description: String {
      "\(reason) at byte \(offset), line \(line), column \(column)".withVisibleControls
    }
  }

  /// Parses JSON in UTF-8 (RFC 8259 without extensions; a byte order mark is skipped).
  ///
  /// The last value of a repeated name counts. Two names that differ only in how their characters
  /// are composed cannot stand in one dictionary, and are an error. An integer that does not fit
  /// into an `Int` becomes the nearest double.
  ///
  /// - Throws: `ParsingError`, which says what was expected, and where.
  public init(parsing data: Data) throws { try self.init(parsing: data, isExact: false) }

  /// Parses JSON, and repairs common mistakes of other programs if `isLenient`.
  ///
  /// Unpaired surrogates and invalid UTF-8 are replaced, control characters in strings are
  /// accepted, and a number that is too large becomes the largest finite double.
  ///
  /// If `isExact`, as for a test's value, an integer that becomes another number is an error.
  package init(parsing data: Data, isLenient: Bool = false, isExact: Bool) throws {
    self = try data.withUnsafeBytes { buffer in
      try JSONParser.parse(
        buffer.bindMemory(to: UInt8.self), isLenient: isLenient, isExact: isExact)
    }
  }
}

extension StubJSON {
  /// The value as compact JSON in UTF-8, with object members sorted by name.
  ///
  /// Equal values give equal bytes, except that `1` and `1.0` stay different. A number that JSON
  /// cannot represent, such as `.double(.nan)`, becomes `null`.
  public var data: Data { Data(JSONWriter(style: .json).text(of: self).utf8) }

  var swiftLiteral: String { JSONWriter(style: .swift).text(of: self) }
}

extension StubJSON: CustomStringConvertible {
  /// The value as compact JSON, with members sorted by name and control characters escaped.
  public var description: String { JSONWriter(style: .visibleJSON).text(of: self) }

  package func shortened(to limit: Int = 200) -> String {
    // A character can take several bytes, so the text is cut only after a multiple of the limit.
    JSONWriter(style: .visibleJSON).text(of: self, upTo: 8 * limit).shortened(to: limit)
  }
}

extension StubJSON: Codable {
  /// Decodes any JSON value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([StubJSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: StubJSON].self))
    }
  }

  /// Encodes the JSON value itself, without a wrapper.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members)
    }
  }
}
