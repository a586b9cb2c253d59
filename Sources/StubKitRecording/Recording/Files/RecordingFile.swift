import Foundation
import StubKit

/// The file of a recording: where it really is, what is there, and how it is read.
struct RecordingFile: Sendable {
  /// The file as the user names it.
  let url: URL
  /// The path of the file itself, with every link on the way followed.
  let path: String

  /// What tells one state of the file from another.
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

  /// Finds the file, which need not exist.
  ///
  /// - Throws: If there is something that is no regular file: a folder, a pipe, a device.
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

  /// The file as messages name it.
  var place: String { path == url.path ? path : "\(url.path) (a link to \(path))" }

  /// The folder that the file is in.
  var folder: String { (path as NSString).deletingLastPathComponent }

  /// The state of the file; nil if there is none.
  var stamp: Stamp? { attributes.map(Stamp.init) }

  /// What may be done with the file, as a number; nil if there is none.
  var permissions: Int? { (attributes?[.posixPermissions] as? NSNumber)?.intValue }

  /// What the file says.
  func read() throws(ArchiveError) -> HARArchive {
    try HARArchive.read(URL(fileURLWithPath: path))
  }

  private var attributes: [FileAttributeKey: Any]? {
    try? FileManager.default.attributesOfItem(atPath: path)
  }

  /// Where links lead, also if there is nothing yet where the last one leads.
  private static func target(of start: String) throws(ArchiveError) -> String {
    let manager = FileManager.default
    var path = start
    // As many as Linux follows itself.
    for _ in 0..<40 {
      let folder = (path as NSString).deletingLastPathComponent
      guard let link = try? manager.destinationOfSymbolicLink(atPath: path) else {
        // The folders on the way may be links, too; two names of one file are one recording.
        return (realPath(of: folder) as NSString)
          .appendingPathComponent((path as NSString).lastPathComponent)
      }
      path = link.hasPrefix("/") ? link : (folder as NSString).appendingPathComponent(link)
    }
    throw ArchiveError("A recording needs a file, but the link \(start) leads round in circles.")
  }

  /// The path of a folder with its links followed, of which the last parts need not exist yet.
  private static func realPath(of folder: String) -> String {
    var (existing, missing) = (folder, [String]())
    while existing.count > 1, !FileManager.default.fileExists(atPath: existing) {
      missing.append((existing as NSString).lastPathComponent)
      existing = (existing as NSString).deletingLastPathComponent
    }
    let real = URL(fileURLWithPath: existing).resolvingSymlinksInPath().path
    return missing.reversed().reduce(real) { ($0 as NSString).appendingPathComponent($1) }
  }

  /// What it is if it is no regular file.
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
