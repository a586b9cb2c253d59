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
    // If two threads read the file at once, both use one contract, which tells its mistakes once.
    return known.withLock { known in
      let first = known[state] ?? contract
      known[state] = first
      return first
    }
  }
}
