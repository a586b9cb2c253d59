import Foundation
import StubKit

/// Answers with the files of a folder as a web server would, and never with a file outside of it.
struct FolderSite: Sendable {
  let folder: URL

  private static let indexNames = ["index.html", "index.htm", "index.json"]

  init(_ folder: URL) throws(ArchiveError) {
    guard folder.isFileURL else {
      throw ArchiveError("A site needs the URL of a folder, not \(folder.absoluteString).")
    }
    guard Self.kind(of: folder) == .typeDirectory else {
      throw ArchiveError("There is no folder \(folder.path.withVisibleControls) for the site.")
    }
    self.folder = folder
  }

  func response(to request: StubRequest) -> StubResponse {
    let path = ScannedURL.scanning(request.url) { $0.rawPath.text }
    guard let file = file(for: path) else {
      return .text("There is no file for \(path) in this site.\n", status: 404)
    }
    guard MediaType.forExtension(file.pathExtension) == nil else { return .file(file) }
    return .file(file, headers: ["Content-Type": "application/octet-stream"])
  }

  /// The file at a percent-encoded path; nil if the path leads to no file in the folder.
  func file(for rawPath: String) -> URL? {
    guard let components = Self.components(of: rawPath) else { return nil }
    let place = components.reduce(folder) { $0.appendingPathComponent($1) }
    switch Self.kind(of: place) {
    case .typeRegular?:
      // `/a.txt/` asks for a folder, which does not exist.
      return rawPath.hasSuffix("/") ? nil : inside(place)
    case .typeDirectory?:
      return Self.indexNames.lazy.map { place.appendingPathComponent($0) }
        .first { Self.kind(of: $0) == .typeRegular }.flatMap(inside)
    default:
      return nil
    }
  }

  /// The decoded names on a path, with `.` and `..` resolved; nil if no file can be there.
  private static func components(of rawPath: String) -> [String]? {
    var components: [String] = []
    for part in rawPath.utf8.split(separator: .slash) {
      let decoded = Array(part).withUnsafeBufferPointer { PercentDecoding.string(from: $0) }
      // An encoded slash would belong to a file's name, which can contain neither a slash nor NUL.
      guard let decoded, !decoded.utf8.contains(where: { $0 == .slash || $0 == 0 }) else {
        return nil
      }
      switch decoded {
      case ".": continue
      case "..": guard components.popLast() != nil else { return nil }
      default: components.append(decoded)
      }
    }
    return components
  }

  /// The file itself; nil if its links lead out of the folder.
  func inside(_ file: URL) -> URL? {
    let root = folder.resolvingSymlinksInPath().pathComponents
    return file.resolvingSymlinksInPath().pathComponents.starts(with: root) ? file : nil
  }

  /// The kind of a file, or of the file that a link leads to; nil if there is none.
  private static func kind(of place: URL) -> FileAttributeType? {
    let path = place.resolvingSymlinksInPath().path
    return (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
  }
}
