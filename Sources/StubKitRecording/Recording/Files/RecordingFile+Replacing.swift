import Foundation
import StubKit

/// The file is replaced as a whole: after a crash, either the old file or the new one is there.
extension RecordingFile {
  /// Call this with the lock on the file's folder.
  func replace(with data: Data) throws(ArchiveError) {
    // The system asks only for permission to write to the folder.
    if let permissions, access(path, W_OK) != 0 {
      throw failure("the file is read-only (0\(String(permissions, radix: 8)))")
    }
    removeRemains()
    let draft = draft
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw failure(Self.reason) }
    do {
      defer { close(file) }
      guard permissions.map({ fchmod(file, mode_t($0)) }) ?? 0 == 0, Self.put(data, into: file),
        // Otherwise a power cut could leave the new name with an empty file.
        fsync(file) == 0
      else {
        let reason = Self.reason
        unlink(draft)
        throw failure(reason)
      }
    }
    guard rename(draft, path) == 0 else {
      let reason = Self.reason
      unlink(draft)
      throw failure(reason)
    }
    let folder = open(folder, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// Removes the draft of a process that was killed while it wrote; call this with the lock.
  func removeRemains() {
    unlink(draft)
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

  private static var reason: String { String(cString: strerror(errno)) }

  private static func put(_ data: Data, into file: Int32) -> Bool {
    data.withUnsafeBytes { bytes in
      var position = 0
      while position < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
        let count = write(file, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        position += count
      }
      return true
    }
  }
}
