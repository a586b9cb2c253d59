import Foundation
import StubKit

/// A lock on the recordings of a folder, between tasks and, except on Windows, between processes.
enum FolderLock {
  /// How long to wait for the lock while no other recording writes.
  static let patience: Duration = .seconds(60)
  private static let pause = 0.002

  static func withLock<Result>(
    on folder: String, for file: RecordingFile, patience: Duration = patience,
    _ operation: () throws(ArchiveError) -> Result
  ) throws(ArchiveError) -> Result {
    let held = try take(on: folder, for: file, patience: patience)
    defer { held.release() }
    return try operation()
  }

  private static func take(
    on folder: String, for file: RecordingFile, patience: Duration
  ) throws(ArchiveError) -> HeldFolder {
    var (end, seen) = (ContinuousClock.now + patience, lastChange(of: folder))
    var refusals: [String] = []
    for place in HeldFolder.places(for: folder) {
      do {
        while true {
          if let held = try HeldFolder(at: place) { return held }
          if ContinuousClock.now >= end, case let change = lastChange(of: folder), change != seen {
            // Other recordings take turns with the lock, and are still writing.
            (end, seen) = (ContinuousClock.now + patience, change)
          }
          if ContinuousClock.now >= end { break }
          Thread.sleep(forTimeInterval: pause)
        }
      } catch {
        refusals.append("\(place.path) (\(error.reason))")
        continue
      }
      throw ArchiveError(
        """
        The recording cannot be written to \(file.place): another recording has held the lock on \
        \(place.path) for \(patience), in this process or in another one. Let it end, and record again.
        """)
    }
    throw ArchiveError(
      """
      The recording cannot be written to \(file.place): neither \(refusals.joined(separator: " nor ")) can be \
      locked against other recordings. Let this process read the folder, or set TMPDIR to a folder \
      that it may write to.
      """)
  }

  /// When a file in the folder was last replaced.
  private static func lastChange(of folder: String) -> Date? {
    (try? FileManager.default.attributesOfItem(atPath: folder))?[.modificationDate] as? Date
  }
}
