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
      "\(reason) at byte \(offset), line \(line), column \(column)"
    }
  }

  /// Reads a JSON text in UTF-8 (RFC 8259, no extensions; a byte order mark is skipped).
  ///
  /// Of a repeated name the last value counts. An integer that does not fit into an `Int` becomes a
  /// double.
  ///
  /// - Throws: `ParsingError`, which says where and what was expected.
  public init(parsing data: Data) throws {
    self = try data.withUnsafeBytes { buffer in
      var parser = JSONParser(bytes: buffer.bindMemory(to: UInt8.self))
      return try parser.parse()
    }
  }
}

extension StubJSON.ParsingError: LocalizedError {
  /// The whole sentence.
  public var errorDescription: String? { description }
}
