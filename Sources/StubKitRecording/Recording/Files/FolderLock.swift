import Foundation
import StubKit

/// A lock on the recordings of a folder, between tasks and between processes.
///
/// The system releases the lock when its process ends in any way, so that no lock is stale. The folder
/// itself is locked, so that no file is left beside a recording. Where a folder cannot be locked, as on
/// network drives, a file in the temporary folder is locked instead.
struct FolderLock {
  /// How long to wait while other recordings write nothing.
  static let patience: Duration = .seconds(60)
  private static let pause: UInt32 = 2_000

  private let descriptor: Int32

  static func withLock<Result>(
    on folder: String, for file: RecordingFile, patience: Duration = patience,
    _ operation: () throws(ArchiveError) -> Result
  ) throws(ArchiveError) -> Result {
    let lock = try FolderLock(on: folder, for: file, patience: patience)
    defer { close(lock.descriptor) }
    return try operation()
  }

  private init(on folder: String, for file: RecordingFile, patience: Duration) throws(ArchiveError)
  {
    var (end, seen) = (ContinuousClock.now + patience, Self.lastChange(of: folder))
    var reason: Int32 = 0
    for (path, flags) in [(folder, O_RDONLY), (Self.substitute(for: folder), O_RDWR | O_CREAT)] {
      reason = 0
      let descriptor = open(path, flags | O_NOFOLLOW | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else {
        reason = errno
        continue
      }
      while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        reason = errno
        guard reason == EWOULDBLOCK || reason == EINTR else { break }
        if ContinuousClock.now >= end, case let change = Self.lastChange(of: folder), change != seen
        {
          // Other recordings are still being written, one after the other.
          (end, seen) = (ContinuousClock.now + patience, change)
        }
        guard ContinuousClock.now < end else {
          close(descriptor)
          throw ArchiveError(
            """
            The recording cannot be written to \(file.place): another recording has held the lock on \
            \(path) for \(patience), in this process or in another one. Let it end, and record again.
            """)
        }
        usleep(Self.pause)
        reason = 0
      }
      if reason == 0 {
        self.descriptor = descriptor
        return
      }
      close(descriptor)
    }
    throw ArchiveError(
      "The recording cannot be written to \(file.place): its folder cannot be locked: "
        + String(cString: strerror(reason)))
  }

  /// When a file in the folder was last replaced.
  private static func lastChange(of folder: String) -> Date? {
    (try? FileManager.default.attributesOfItem(atPath: folder))?[.modificationDate] as? Date
  }

  /// The file that is locked in place of a folder.
  private static func substitute(for folder: String) -> String {
    var hash = ByteHash(seed: 0)
    hash.combine(folder)
    let name = "StubKit-\(getuid())-\(String(hash.value, radix: 16)).lock"
    return (NSTemporaryDirectory() as NSString).appendingPathComponent(name)
  }
}
