public import Foundation
public import StubKit

/// Answers the requests of an HTTP archive (HAR) among a bundle's resources.
///
/// ```swift
/// try stub(har: "checkout.har", in: .module)
/// ```
/// The file is looked up like a `.fixture`. For the effect and the parameters, see `stub(har:)`.
///
/// - Throws: `ArchiveError`, which lists similar names if there is no such file.
@discardableResult
public func stub(
  har name: String, in bundle: Bundle, matching parts: ArchiveMatching = .standard,
  unmatched: UnmatchedPolicy? = nil, timing: ArchiveTiming = .immediate, priority: Int = 0,
  expected: StubCount = .any, strictly isStrict: Bool = false,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws -> [Stub] {
  try stub(
    har: ArchiveFiles.locate(name, in: bundle), matching: parts, unmatched: unmatched,
    timing: timing, priority: priority, expected: expected, strictly: isStrict, fileID: fileID,
    filePath: filePath, line: line, column: column)
}

/// Answers the requests that a Mocktail file (`.tail`) among a bundle's resources describes.
///
/// ```swift
/// try stub(mocktail: "users.tail", in: .module)
/// ```
/// The file is looked up like a `.fixture`. For the format and the parameters, see
/// `stub(mocktail:)`.
///
/// - Throws: `ArchiveError`, which lists similar names if there is no such file.
@discardableResult
public func stub(
  mocktail file: String, in bundle: Bundle, named name: String? = nil, priority: Int = 0,
  times: Int? = nil, expected: StubCount = .standard,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws -> Stub {
  try stub(
    mocktail: ArchiveFiles.locate(file, in: bundle), named: name, priority: priority, times: times,
    expected: expected, fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Answers the requests that the Mocktail files in a folder of a bundle's resources describe.
///
/// ```swift
/// try stub(mocktailsIn: "Mocktails", in: .module)
/// ```
/// For the order and for the parameters, see `stub(mocktailsIn:)`.
///
/// - Throws: `ArchiveError`, which lists similar names if there is no such folder.
@discardableResult
public func stub(
  mocktailsIn folder: String, in bundle: Bundle, priority: Int = 0, expected: StubCount = .any,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws -> [Stub] {
  try stub(
    mocktailsIn: ArchiveFiles.locate(folder, in: bundle), priority: priority, expected: expected,
    fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Answers requests to a host with a folder of a bundle's resources, as a web server would.
///
/// ```swift
/// try stub(folder: "Site", in: .module, host: "www.example.com")
/// ```
/// For the effect and the parameters, see `stub(folder:host:)`.
///
/// - Throws: `ArchiveError`, which lists similar names if there is no such folder.
@discardableResult
public func stub(
  folder: String, in bundle: Bundle, host: String, named name: String? = nil, priority: Int = 0,
  expected: StubCount = .standard,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws -> Stub {
  try stub(
    folder: ArchiveFiles.locate(folder, in: bundle), host: host, named: name, priority: priority,
    expected: expected, fileID: fileID, filePath: filePath, line: line, column: column)
}

extension StubRegistry {
  /// Answers requests to this registry with the responses of an HTTP archive in a bundle.
  ///
  /// The parameters are those of the free function `stub(har:in:)`.
  @discardableResult
  public func stub(
    har name: String, in bundle: Bundle, matching parts: ArchiveMatching = .standard,
    unmatched: UnmatchedPolicy? = nil, timing: ArchiveTiming = .immediate, priority: Int = 0,
    expected: StubCount = .any, strictly isStrict: Bool = false,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) throws -> [Stub] {
    try stub(
      har: ArchiveFiles.locate(name, in: bundle), matching: parts, unmatched: unmatched,
      timing: timing, priority: priority, expected: expected, strictly: isStrict, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }

  /// Answers the requests to this registry that a Mocktail file in a bundle describes.
  ///
  /// The parameters are those of the free function `stub(mocktail:in:)`.
  @discardableResult
  public func stub(
    mocktail file: String, in bundle: Bundle, named name: String? = nil, priority: Int = 0,
    times: Int? = nil, expected: StubCount = .standard,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) throws -> Stub {
    try stub(
      mocktail: ArchiveFiles.locate(file, in: bundle), named: name, priority: priority,
      times: times, expected: expected, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Answers the requests to this registry that the Mocktail files in a bundle's folder describe.
  ///
  /// The parameters are those of the free function `stub(mocktailsIn:in:)`.
  @discardableResult
  public func stub(
    mocktailsIn folder: String, in bundle: Bundle, priority: Int = 0, expected: StubCount = .any,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) throws -> [Stub] {
    try stub(
      mocktailsIn: ArchiveFiles.locate(folder, in: bundle), priority: priority, expected: expected,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Answers this registry's requests to a host with the files of a folder in a bundle.
  ///
  /// The parameters are those of the free function `stub(folder:in:host:)`.
  @discardableResult
  public func stub(
    folder: String, in bundle: Bundle, host: String, named name: String? = nil, priority: Int = 0,
    expected: StubCount = .standard,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) throws -> Stub {
    try stub(
      folder: ArchiveFiles.locate(folder, in: bundle), host: host, named: name, priority: priority,
      expected: expected, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
