/// Where in the source a stub was registered.
public struct StubLocation: Sendable, Hashable {
  /// The module and file: `MyTests/UserTests.swift`.
  public let fileID: String
  /// The full path of the file.
  public let filePath: String
  /// The line, from 1.
  public let line: Int
  /// The column, from 1.
  public let column: Int

  package init(fileID: String, filePath: String, line: Int, column: Int) {
    (self.fileID, self.filePath, self.line, self.column) = (fileID, filePath, line, column)
  }
}

extension StubLocation: CustomStringConvertible {
  /// The file's name and the line: `UserTests.swift:12`.
  public var description: String {
    "\(fileID.split(separator: "/").last ?? "?"):\(line)".withVisibleControls
  }
}
