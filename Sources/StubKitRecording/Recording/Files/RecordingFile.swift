import Foundation
import StubKit

struct RecordingFile: Sendable {
  /// As the user names the file.
  let url: URL
  /// With all symbolic links followed.
  let path: String

  struct Stamp: Sendable, Hashable {
    private let number: Int
    private let size: Int
    private let time: Date?

    fileprivate init(_ attributes: [FileAttributeKey: Any]) {
      number = (attributes[.systemFileNumber] as? NSNumber)?.intValue ?? 0
      size = (attributes[.size] as? NSNumber)?.intValue ?? 0
      time = attributes[.modificationDate] as? Date
    }
  }

  /// Throws for a folder, a pipe or a device; the file need not exist.
  init(_ url: URL) throws(ArchiveError) {
    guard url.isFileURL else {
      throw ArchiveError("A recording needs the URL of a file, not \(url.absoluteString).")
    }
    self.url = url
    path = try Self.target(of: url.path)
    if let attributes, let kind = Self.oddKind(attributes[.type] as? FileAttributeType) {
      throw ArchiveError("A recording needs a regular file, but \(place) is \(kind).")
    }
  }

  var place: String { path == url.path ? path : "\(url.path) (a link to \(path))" }

  var folder: String { (path as NSString).deletingLastPathComponent }

  var stamp: Stamp? { attributes.map(Stamp.init) }

  var permissions: Int? { (attributes?[.posixPermissions] as? NSNumber)?.intValue }

  /// Reads the archive, with the source text of its numbers if it will be written again.
  func read(isWrittenAgain: Bool) throws(ArchiveError) -> HARArchive {
    try HARArchive.read(URL(fileURLWithPath: path), isWrittenAgain: isWrittenAgain)
  }

  private var attributes: [FileAttributeKey: Any]? {
    try? FileManager.default.attributesOfItem(atPath: path)
  }

  /// Follows links, even if the last one leads to a file that does not exist.
  private static func target(of start: String) throws(ArchiveError) -> String {
    let manager = FileManager.default
    var path = start
    // As many links as Linux follows.
    for _ in 0..<40 {
      let folder = (path as NSString).deletingLastPathComponent
      guard let link = try? manager.destinationOfSymbolicLink(atPath: path) else {
        // The folders may be links, too, and all paths to one file must come out equal.
        return (realPath(of: folder) as NSString)
          .appendingPathComponent((path as NSString).lastPathComponent)
      }
      path = link.hasPrefix("/") ? link : (folder as NSString).appendingPathComponent(link)
    }
    throw ArchiveError("A recording needs a file, but the link \(start) leads round in circles.")
  }

  /// Follows the links in a path whose last folders need not exist.
  private static func realPath(of folder: String) -> String {
    var (existing, missing) = (folder, [String]())
    while existing.count > 1, !FileManager.default.fileExists(atPath: existing) {
      missing.append((existing as NSString).lastPathComponent)
      existing = (existing as NSString).deletingLastPathComponent
    }
    let real = URL(fileURLWithPath: existing).resolvingSymlinksInPath().path
    return missing.reversed().reduce(real) { ($0 as NSString).appendingPathComponent($1) }
  }

  private static func oddKind(_ type: FileAttributeType?) -> String? {
    switch type {
    case .typeRegular?: nil
    case .typeDirectory?: "a folder"
    case .typeSocket?: "a socket"
    case .typeCharacterSpecial?, .typeBlockSpecial?: "a device"
    default: "a pipe or another special file"
    }
  }
}
