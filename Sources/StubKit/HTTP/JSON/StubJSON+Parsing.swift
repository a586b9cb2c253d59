public import Foundation

extension StubJSON {
  /// Why a text is not JSON, and where the error is.
  public struct ParsingError: Error, Sendable, Hashable, CustomStringConvertible {
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
  /// The last value of a repeated name counts. An integer that does not fit into an `Int` becomes a
  /// double.
  ///
  /// - Throws: `ParsingError`, which says where and what was expected.
  public init(parsing data: Data) throws {
    try self.init(parsing: data, isLenient: false)
  }

  /// Parses JSON, repairing common mistakes of other programs if `isLenient` is true.
  ///
  /// Unpaired surrogates and invalid UTF-8 are replaced, control characters in strings are
  /// accepted, and a number that is too large becomes the largest finite double.
  package init(parsing data: Data, isLenient: Bool) throws {
    self = try data.withUnsafeBytes { buffer in
      var parser = JSONParser(bytes: buffer.bindMemory(to: UInt8.self), isLenient: isLenient)
      return try parser.parse()
    }
  }
}

extension StubJSON.ParsingError: LocalizedError {
  /// The full message, as in `description`.
  public var errorDescription: String? { description }
}
