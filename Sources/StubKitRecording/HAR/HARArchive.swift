import Foundation
import StubKit

/// An HTTP archive (HAR 1.2), including members that StubKit ignores but writes again.
struct HARArchive: Sendable, Hashable {
  /// The members next to `log`; most archives have none.
  var extras: [String: StubJSON] = [:]
  /// The members of `log`, except its entries.
  var log: [String: StubJSON]
  var entries: [HAREntry]
  /// Entries that cannot be read, but are written again.
  private(set) var leftOut: [StubJSON] = []
  private(set) var remarks: [String] = []
  /// The texts of entries that are written again as they stand in the file.
  private var texts: [StubJSON: [String]] = [:]

  init(entries: [HAREntry]) {
    log = HARWriter.log
    self.entries = entries
  }

  /// The names that stand for secrets in the archive; empty if its writer has not listed any.
  var names: [String] {
    get {
      guard case .array(let names)? = log["_redacted"] else { return [] }
      return names.compactMap { if case .string(let name) = $0 { name } else { nil } }
    }
    set { log["_redacted"] = newValue.isEmpty ? nil : .array(newValue.map { .string($0) }) }
  }

  var namesAsBytes: [[UInt8]] { names.map { Array($0.utf8) } }

  /// Parses an archive; if `isStrict`, anything odd is an error, and otherwise an odd value is read
  /// by its obvious meaning, or left out with a remark.
  ///
  /// Bodies may be in files of `folder`.
  init(parsing data: Data, isStrict: Bool = false, in folder: URL? = nil) throws(ArchiveError) {
    let json: StubJSON
    if let complaint = ByteOrderMark(data)?.complaint {
      throw ArchiveError("the file \(complaint)")
    }
    do {
      json = try StubJSON(parsing: data, isLenient: !isStrict, isExact: false)
    } catch let error as StubJSON.ParsingError {
      throw ArchiveError(error.reason, at: "byte \(error.offset), line \(error.line)")
    } catch {
      throw ArchiveError(error.localizedDescription)
    }
    let notes = isStrict ? nil : JSONReader.Remarks()
    let root = JSONReader(json, notingIn: notes, in: folder)
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
    self.log = log.value.object ?? [:]
    self.log["entries"] = nil
    extras = root.value.object ?? [:]
    extras["log"] = nil
  }

  static func read(
    _ file: URL, isStrict: Bool = false, isWrittenAgain: Bool = false
  ) throws(ArchiveError) -> HARArchive {
    let data = try ArchiveFiles.contents(of: file)
    do {
      var archive = try HARArchive(
        parsing: data, isStrict: isStrict, in: file.deletingLastPathComponent())
      if isWrittenAgain { archive.texts = EntriesAsWritten.texts(in: data) }
      return archive
    } catch {
      throw error.inFile(file)
    }
  }

  var data: Data { HARWriter.data(of: json, asWritten: texts) }

  var json: StubJSON {
    var log = log
    log["entries"] = .array(entries.map(\.json) + leftOut)
    var root = extras
    root["log"] = .object(log)
    return .object(root)
  }
}
