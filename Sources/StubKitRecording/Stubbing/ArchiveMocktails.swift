public import Foundation
public import StubKit

/// Answers the requests that a Mocktail file (`.tail`) describes.
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
/// The first two lines are regular expressions, which ignore case: the first must match the whole
/// method, the second any part of the URL. Header fields may follow the media type, or stand in its
/// place. A media type that ends with `;base64` means that the body is in base64.
///
/// - Throws: `ArchiveError`, which says what was expected, and where in the file.
@discardableResult
public func stub(
  mocktail file: URL, named name: String? = nil, priority: Int = 0, times: Int? = nil,
  expected: StubCount = .standard, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) throws -> Stub {
  try StubRegistry.current(forStubAt: fileID, filePath, line, column).stub(
    mocktail: file, named: name, priority: priority, times: times, expected: expected,
    fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Answers the requests that the Mocktail files in a folder and its subfolders describe.
///
/// Every `.tail` file is read before the first stub is registered. The stubs are registered in the
/// order of the files' paths: of two that match one request, the later one wins. A stub may stay
/// unused, unless `expected` says otherwise.
///
/// - Throws: `ArchiveError` if a file cannot be read, or if there is none.
@discardableResult
public func stub(
  mocktailsIn folder: URL, priority: Int = 0, expected: StubCount = .any, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws -> [Stub] {
  try StubRegistry.current(forStubAt: fileID, filePath, line, column).stub(
    mocktailsIn: folder, priority: priority, expected: expected, fileID: fileID,
    filePath: filePath, line: line, column: column)
}

extension StubRegistry {
  /// Answers the requests to this registry that a Mocktail file describes.
  ///
  /// The parameters are those of the free function `stub(mocktail:)`.
  @discardableResult
  public func stub(
    mocktail file: URL, named name: String? = nil, priority: Int = 0, times: Int? = nil,
    expected: StubCount = .standard, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) throws -> Stub {
    let mocktail = try Mocktail.read(file)
    return stub(
      condition: mocktail.condition, named: name ?? file.lastPathComponent, priority: priority,
      times: times, expected: expected, fileID: fileID, filePath: filePath, line: line,
      column: column, response: mocktail.response)
  }

  /// Answers the requests to this registry that the Mocktail files in a folder describe.
  ///
  /// The parameters are those of the free function `stub(mocktailsIn:)`.
  @discardableResult
  public func stub(
    mocktailsIn folder: URL, priority: Int = 0, expected: StubCount = .any,
    fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) throws -> [Stub] {
    try Mocktail.readAll(in: folder).map { file, mocktail in
      stub(
        condition: mocktail.condition, named: file.lastPathComponent, priority: priority,
        expected: expected, fileID: fileID, filePath: filePath, line: line, column: column,
        response: mocktail.response)
    }
  }
}
