#if !os(Windows)
  import Foundation

  extension RecordingFile {
    func write(_ data: Data, by draft: String) throws(FileRefusal) {
      let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
      guard file >= 0 else { throw .last }
      do {
        defer { close(file) }
        guard permissions.map({ fchmod(file, mode_t($0)) }) ?? 0 == 0, Self.put(data, into: file),
          // Otherwise a power cut could leave the new name with an empty file.
          fsync(file) == 0
        else { throw Self.refusal(removing: draft) }
      }
      guard rename(draft, path) == 0 else { throw Self.refusal(removing: draft) }
      let folder = open(folder, O_RDONLY | O_CLOEXEC)
      guard folder >= 0 else { return }
      fsync(folder)
      close(folder)
    }

    private static func refusal(removing draft: String) -> FileRefusal {
      let refusal = FileRefusal.last
      unlink(draft)
      return refusal
    }

    private static func put(_ data: Data, into file: Int32) -> Bool {
      data.withUnsafeBytes { bytes in
        var position = 0
        while position < bytes.count {
          let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
          // Qualified, since this type has a method of that name.
          let count = Foundation.write(file, rest.baseAddress, rest.count)
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { return false }
          position += count
        }
        return true
      }
    }
  }

  extension FileRefusal {
    static var last: FileRefusal { FileRefusal(errno) }

    init(_ code: Int32) { reason = String(cString: strerror(code)) }
  }
#endif
