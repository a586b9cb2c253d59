import Foundation
import StubKit

/// Replaces the whole file at once: a crash leaves either the old file or the new file.
extension RecordingFile {
  /// The caller must hold the lock on the file's folder.
  func replace(with data: Data) throws(ArchiveError) {
    // The system lets a process replace a read-only file if it may write to the file's folder.
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

  /// Removes the draft of a process that was killed while writing; the caller holds the lock.
  func removeRemains() {
    try? FileManager.default.removeItem(atPath: draft)
  }

  /// Whether a process is writing, or was killed while writing.
  var hasRemains: Bool {
    (try? FileManager.default.attributesOfItem(atPath: draft)) != nil
  }

  /// In the folder of the file, so that renaming the draft replaces the file in one step.
  private var draft: String {
    // A file's name has at most 255 bytes.
    let name = String(
      decoding: (path as NSString).lastPathComponent.utf8.prefix(200), as: UTF8.self)
    return (folder as NSString).appendingPathComponent(".\(name).stubkit-draft")
  }

  private func failure(_ reason: String) -> ArchiveError {
    let former = stamp == nil ? "" : "; the file stays as it was"
    return ArchiveError("The recording cannot be written to \(place): \(reason)\(former)")
  }
}

struct FileRefusal: Error {
  let reason: String
}
