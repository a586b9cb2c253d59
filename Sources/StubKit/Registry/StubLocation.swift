/// Where in the source a stub was registered.
public struct StubLocation: Sendable, Hashable {
  /// The module and file: `MyTests/UserTests.swift`.
  public let fileID: String
  /// The full path of the file.
  public let filePath: String
  /// The line, from 1.
  public var line: Int { Int(storedLine) }
  /// The column, from 1.
  public var column: Int { Int(storedColumn) }

  // Narrow, because each stub has a location.
  private let storedLine: Int32
  private let storedColumn: Int32

  package init(fileID: String, filePath: String, line: Int, column: Int) {
    (self.fileID, self.filePath) = (fileID, filePath)
    (storedLine, storedColumn) = (Int32(clamping: line), Int32(clamping: column))
  }
}

extension StubLocation: CustomStringConvertible {
  /// The file's name and the line: `UserTests.swift:12`.
  public var description: String {
    "\(fileID.split(separator: "/").last ?? "?"):\(line)".withVisibleControls
  }
}
