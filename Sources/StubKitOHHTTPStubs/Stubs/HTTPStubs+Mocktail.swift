public import Foundation
import StubKit
import StubKitRecording

@available(*, deprecated)
extension HTTPStubs {
  /// Answers the requests that a Mocktail file of a bundle describes.
  ///
  /// - Throws: `ArchiveError`, or `CocoaError` if there is no such file.
  @available(*, deprecated, message: "Write try stub(mocktail: url).")
  @discardableResult
  public static func stubRequests(
    usingMocktailNamed name: String, in bundle: Bundle?, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) throws -> any HTTPStubsDescriptor {
    let file = try resource(name, withExtension: "tail", in: bundle)
    return try stubRequests(
      usingMocktail: file, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Answers the requests that a Mocktail file describes.
  ///
  /// - Throws: `ArchiveError`, which says what was expected, and where in the file.
  @available(*, deprecated, message: "Write try stub(mocktail: url).")
  @discardableResult
  public static func stubRequests(
    usingMocktail file: URL, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) throws -> any HTTPStubsDescriptor {
    register(
      try Mocktail.read(file), named: file.lastPathComponent, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  /// Answers the requests that the Mocktail files in a folder of a bundle describe.
  ///
  /// - Throws: `ArchiveError`, or `CocoaError` if there is no such folder.
  @available(*, deprecated, message: "Write try stub(mocktailsIn: url).")
  @discardableResult
  public static func stubRequestsUsingMocktails(
    atPath path: String, in bundle: Bundle?, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) throws -> [Any] {
    let folder = try resource(path, withExtension: nil, in: bundle)
    return try Mocktail.readAll(in: folder).map { file, mocktail in
      register(
        mocktail, named: file.lastPathComponent, expected: .any, fileID: fileID,
        filePath: filePath, line: line, column: column)
    }
  }

  private static func register(
    _ mocktail: Mocktail, named name: String, expected: StubCount = .standard, fileID: String,
    filePath: String, line: Int, column: Int
  ) -> RegisteredStub {
    let response = mocktail.response
    let stub = StubRegistry.current.stub(
      condition: mocktail.condition, named: name, expected: expected,
      at: StubLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      answeredBy: .closure { _ in response }, redirectingBy: .ofOlderStubs)
    return RegisteredStubs.current.descriptor(of: stub)
  }

  private static func resource(
    _ name: String, withExtension type: String?, in bundle: Bundle?
  ) throws -> URL {
    guard let path = ResourceBundles.path(of: name, type: type, in: bundle ?? .main) else {
      let file = type.map { "\(name).\($0)" } ?? name
      throw CocoaError(
        .fileNoSuchFile, userInfo: [NSLocalizedDescriptionKey: "The bundle has no \(file)."])
    }
    return URL(fileURLWithPath: path)
  }
}
