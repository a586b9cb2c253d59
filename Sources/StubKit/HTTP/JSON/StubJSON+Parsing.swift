public import Foundation

extension StubJSON {
  /// Why a text is not JSON, and where.
  public struct ParsingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number of bytes before the place.
    public let offset: Int
    /// The line of the place, from 1.
    public let line: Int
    /// The column of the place in bytes, from 1.
    public let column: Int
    /// What was wrong there: `expected a value, found "}"`.
    public let reason: String

    /// The whole sentence, with the place.
    public var description: String {
      "\(reason) at byte \(offset), line \(line), column \(column)".withVisibleControls
    }
  }

  /// Reads a JSON text in UTF-8 (RFC 8259, no extensions; a byte order mark is skipped).
  ///
  /// Of a repeated name the last value counts. An integer that does not fit into an `Int` becomes a
  /// double.
  ///
  /// - Throws: `ParsingError`, which says where and what was expected.
  public init(parsing data: Data) throws {
    try self.init(parsing: data, isLenient: false)
  }

  /// Reads a JSON text, and what other programs write by mistake as what they must mean.
  ///
  /// Half of a surrogate pair and bytes that are not UTF-8 are replaced, control characters in
  /// strings are taken as they are, and a number that is too large is the largest there is.
  package init(parsing data: Data, isLenient: Bool) throws {
    self = try data.withUnsafeBytes { buffer in
      var parser = JSONParser(bytes: buffer.bindMemory(to: UInt8.self), isLenient: isLenient)
      return try parser.parse()
    }
  }
}

extension StubJSON.ParsingError: LocalizedError {
  /// The whole sentence.
  public var errorDescription: String? { description }
}
