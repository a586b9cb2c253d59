import Foundation
import StubKit

extension Contract {
  /// The state of a file when a contract was read from it, and how it was read.
  private struct FileState: Hashable {
    let url: URL
    let size: Int
    let date: Date?
    let checksFormats: Bool?
  }

  private static let known = Locked<[FileState: Contract]>([:])

  /// Reads a file once in a process, unless it changes.
  static func reading(
    _ url: URL, checkingFormats checksFormats: Bool?
  ) throws(OpenAPIError) -> Contract {
    let url = url.standardizedFileURL
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    let state = FileState(
      url: url, size: attributes?[.size] as? Int ?? 0,
      date: attributes?[.modificationDate] as? Date, checksFormats: checksFormats)
    if let contract = known.withLock({ $0[state] }) { return contract }
    let contract = try Contract(
      DocumentSet(readingFrom: url), named: url.lastPathComponent, checkingFormats: checksFormats)
    // If two read the file at once, both use the first contract, which tells its mistakes once.
    return known.withLock { known in
      let first = known[state] ?? contract
      known[state] = first
      return first
    }
  }

  /// A message with the mistakes found since the last call; nil if there are none.
  func newMistakes() -> String? {
    let all =
      mistakes.map { (place: $0.place, text: $0.text) }
      + documents.duplicates.map {
        (place: $0, text: "it stands here twice, and the last one counts")
      }
      + schemaMistakes.map { mistake in
        (place: DocumentPlace(path: PointerNames.names(in: mistake.path)), text: mistake.sentence)
      }
    let new = told.withLock { told in
      all.filter { told.insert("\($0.place): \($0.text)").inserted }
    }
    guard !new.isEmpty else { return nil }
    let lines = documents.lines(of: new.map(\.place))
    let texts = new.prefix(20).map { place, text in
      "  " + (lines[place].map { "line \($0), " } ?? "") + "\(place): \(text)"
    }
    let others = new.count > 20 ? ["  … and \(new.count - 20) more"] : []
    return
      (["The contract \(name) has mistakes, and is checked as far as it goes:"] + texts + others)
      .joined(separator: "\n")
  }
}
