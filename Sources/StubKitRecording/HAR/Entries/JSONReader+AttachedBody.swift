import Foundation
import StubKit

extension JSONReader {
  /// Whether a body is in a file of its own, as Playwright may save it.
  var hasAttachedBody: Bool { folder != nil && value["_file"]?.string != nil }

  /// The content of the file with the body, which must be in the archive's folder or below.
  func attachedBody() throws(ArchiveError) -> Data {
    guard let folder, let member = try member("_file") else { throw expected("a body in a file") }
    let name = try member.string()
    let file = folder.appendingPathComponent(name).standardizedFileURL
    guard try FolderSite(folder).inside(file) != nil else {
      throw ArchiveError(
        "expected the name of a file in the archive's folder, found \(name.swiftLiteral)",
        at: "\(member.path)")
    }
    do {
      return try ArchiveFiles.contents(of: file, for: "a body of the archive")
    } catch {
      throw ArchiveError(error.reason, at: "\(member.path)")
    }
  }
}
