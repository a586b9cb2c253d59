public import Foundation

/// Answers the requests that a Mocktail file (`.tail`) is for.
///
/// ```swift
/// try stub(mocktail: Bundle.module.url(forResource: "users", withExtension: "tail")!)
/// ```
/// The file has four lines, a blank one, and the body:
///
/// ```text
/// GET|HEAD
/// https://api\.example\.com/users
/// 200
/// application/json
///
/// [{"id": 1}]
/// ```
/// The method is a regular expression for the whole, the URL one for a part, both ignoring case. In
/// the place of the media type, or behind it, header fields may stand. A media type that ends with
/// `;base64` says that the body is written so.
///
/// - Throws: `ArchiveError`, which says where in the file what was expected.
@discardableResult
public func stub(
  mocktail file: URL, named name: String? = nil, priority: Int = 0, times: Int? = nil,
  optional: Bool = false, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  column: Int = #column
) throws -> Stub {
  try StubRegistry.current.stub(
    mocktail: file, named: name, priority: priority, times: times, optional: optional,
    fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Answers the requests that the Mocktail files in a folder are for, folders in it included.
///
/// Every `.tail` file is read before the first is registered. They are registered in the order of
/// their names, so that of two that match the same request the last wins. None of them has to be
/// used, unless `optional` says otherwise.
///
/// - Throws: `ArchiveError` if a file cannot be read, or there is none.
@discardableResult
public func stub(
  mocktailsIn folder: URL, priority: Int = 0, optional: Bool = true, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws -> [Stub] {
  try StubRegistry.current.stub(
    mocktailsIn: folder, priority: priority, optional: optional, fileID: fileID,
    filePath: filePath, line: line, column: column)
}

extension StubRegistry {
  /// Answers the requests of this registry that a Mocktail file is for.
  ///
  /// The parameters are those of the free function `stub(mocktail:)`.
  @discardableResult
  public func stub(
    mocktail file: URL, named name: String? = nil, priority: Int = 0, times: Int? = nil,
    optional: Bool = false, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) throws -> Stub {
    let mocktail = try Mocktail.read(file)
    return stub(
      condition: mocktail.condition, named: name ?? file.lastPathComponent, priority: priority,
      times: times, optional: optional, fileID: fileID, filePath: filePath, line: line,
      column: column, response: mocktail.response)
  }

  /// Answers the requests of this registry that the Mocktail files in a folder are for.
  ///
  /// The parameters are those of the free function `stub(mocktailsIn:)`.
  @discardableResult
  public func stub(
    mocktailsIn folder: URL, priority: Int = 0, optional: Bool = true, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) throws -> [Stub] {
    try Mocktail.readAll(in: folder).map { file, mocktail in
      stub(
        condition: mocktail.condition, named: file.lastPathComponent, priority: priority,
        optional: optional, fileID: fileID, filePath: filePath, line: line, column: column,
        response: mocktail.response)
    }
  }
}
