import Foundation

/// An HTTP archive (HAR 1.2): what a browser, a proxy or a recording wrote down.
///
/// Everything that the file says is kept as it is, also what StubKit does not understand, so that an
/// archive that is written again has lost nothing.
struct HARArchive: Sendable, Hashable {
  /// The members next to `log`; most archives have none.
  var extras: [String: StubJSON] = [:]
  /// The members of `log`, but for its entries.
  var log: [String: StubJSON]
  /// The exchanges in their order.
  var entries: [HAREntry]

  /// Makes an archive for a recording.
  init(entries: [HAREntry]) {
    log = ["version": "1.2", "creator": ["name": "StubKit", "version": "1"]]
    self.entries = entries
  }

  /// Reads an archive.
  init(parsing data: Data) throws(ArchiveError) {
    let json: StubJSON
    do {
      json = try StubJSON(parsing: data)
    } catch let error as StubJSON.ParsingError {
      throw ArchiveError(error.reason, at: "byte \(error.offset), line \(error.line)")
    } catch {
      throw ArchiveError(error.localizedDescription)
    }
    let root = JSONReader(json)
    let log = try root.required("log")
    var entries: [HAREntry] = []
    for entry in try log.required("entries").elements() {
      entries.append(try HAREntry(entry))
    }
    self.entries = entries
    self.log = log.members
    self.log["entries"] = nil
    extras = root.members
    extras["log"] = nil
  }

  /// Reads the archive in a file.
  static func read(_ file: URL) throws(ArchiveError) -> HARArchive {
    let data = try ArchiveFiles.contents(of: file)
    do {
      return try HARArchive(parsing: data)
    } catch {
      throw error.inFile(file)
    }
  }

  /// The whole as JSON.
  var json: StubJSON {
    var log = log
    log["entries"] = .array(entries.map(\.json))
    var root = extras
    root["log"] = .object(log)
    return .object(root)
  }
}

extension JSONReader {
  /// The members of an object; none of anything else.
  fileprivate var members: [String: StubJSON] {
    if case .object(let members) = value { members } else { [:] }
  }
}
