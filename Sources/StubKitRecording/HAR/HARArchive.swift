import Foundation
import StubKit

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
  /// The entries that cannot be read, which are kept for the next time the archive is written.
  private(set) var leftOut: [StubJSON] = []
  /// What was left out, and why.
  private(set) var remarks: [String] = []

  /// Makes an archive for a recording.
  init(entries: [HAREntry]) {
    log = HARWriter.log
    self.entries = entries
  }

  /// The names that stand for secrets in it; none if it was written by an earlier version, or by others.
  var names: [String] {
    get {
      guard case .array(let names)? = log["_redacted"] else { return [] }
      return names.compactMap { if case .string(let name) = $0 { name } else { nil } }
    }
    set { log["_redacted"] = newValue.isEmpty ? nil : .array(newValue.map { .string($0) }) }
  }

  /// The same as bytes.
  var namesAsBytes: [[UInt8]] { names.map { Array($0.utf8) } }

  /// Reads an archive.
  ///
  /// - Parameter isStrict: Whether anything odd in it is an error. Otherwise what is meant is taken
  ///   if that is clear, and the rest is left out with a remark.
  init(parsing data: Data, isStrict: Bool = false) throws(ArchiveError) {
    let json: StubJSON
    if let complaint = ByteOrderMark(data)?.complaint {
      throw ArchiveError("the file \(complaint)")
    }
    do {
      json = try StubJSON(parsing: data, isLenient: !isStrict)
    } catch let error as StubJSON.ParsingError {
      throw ArchiveError(error.reason, at: "byte \(error.offset), line \(error.line)")
    } catch {
      throw ArchiveError(error.localizedDescription)
    }
    let notes = isStrict ? nil : JSONReader.Remarks()
    let root = JSONReader(json, notingIn: notes)
    let log = try root.required("log")
    var entries: [HAREntry] = []
    for (index, element) in try log.required("entries").elements().enumerated() {
      let entry = try element.reading(or: nil) { () throws(ArchiveError) -> HAREntry? in
        try HAREntry(element)
      }
      guard var entry else {
        leftOut.append(element.value)
        continue
      }
      entry.index = index
      entries.append(entry)
    }
    self.entries = entries
    remarks = notes?.all.map { "left out: \($0)" } ?? []
    self.log = log.members
    self.log["entries"] = nil
    extras = root.members
    extras["log"] = nil
  }

  /// Reads the archive in a file.
  static func read(_ file: URL, isStrict: Bool = false) throws(ArchiveError) -> HARArchive {
    let data = try ArchiveFiles.contents(of: file)
    do {
      return try HARArchive(parsing: data, isStrict: isStrict)
    } catch {
      throw error.inFile(file)
    }
  }

  /// The bytes of the archive's file.
  var data: Data { HARWriter.data(of: json) }

  /// The whole as JSON.
  var json: StubJSON {
    var log = log
    log["entries"] = .array(entries.map(\.json) + leftOut)
    var root = extras
    root["log"] = .object(log)
    return .object(root)
  }
}

extension JSONReader {
  /// The members of an object; none of anything else.
  fileprivate var members: [String: StubJSON] {
    value.object ?? [:]
  }
}
