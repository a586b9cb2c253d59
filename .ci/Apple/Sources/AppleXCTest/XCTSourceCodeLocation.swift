public import Foundation

/// A line of a file.
public final class XCTSourceCodeLocation: Sendable {
  /// The file.
  public let fileURL: URL
  /// The line, counted from 1.
  public let lineNumber: Int

  /// Makes a location from a path.
  public init(filePath: String, lineNumber: Int) {
    fileURL = URL(filePath: filePath)
    self.lineNumber = lineNumber
  }
}
