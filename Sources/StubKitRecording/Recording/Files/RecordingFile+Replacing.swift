import Foundation
import StubKit

/// The file is replaced as a whole: after a crash, either the old file or the new one is there.
extension RecordingFile {
  /// Call this with the lock on the file's folder.
  func replace(with data: Data) throws(ArchiveError) {
    // The system asks only for permission to write to the folder.
    if let permissions, !FileManager.default.isWritableFile(atPath: path) {
      throw failure("the file is read-only (0\(String(permissions, radix: 8)))")
    }
    removeRemains()
    do {
      try write(data, by: draft)
    } catch {
      throw failure(error.reason)
    }
  }

  /// Removes the draft of a process that was killed while it wrote; call this with the lock.
  func removeRemains() {
    try? FileManager.default.removeItem(atPath: draft)
  }

  /// Whether a process is writing, or was killed while it wrote.
  var hasRemains: Bool {
    (try? FileManager.default.attributesOfItem(atPath: draft)) != nil
  }

  /// The file that is written first, in the same folder, so that it can take the other's place in one step.
  private var draft: String {
    // A name has 255 bytes at most.
    let name = String(
      decoding: (path as NSString).lastPathComponent.utf8.prefix(200), as: UTF8.self)
    return (folder as NSString).appendingPathComponent(".\(name).stubkit-draft")
  }

  private func failure(_ reason: String) -> ArchiveError {
    ArchiveError("The recording cannot be written to \(place): \(reason)")
  }
}

/// Why the system refuses something about a file.
struct FileRefusal: Error {
  let reason: String
}
