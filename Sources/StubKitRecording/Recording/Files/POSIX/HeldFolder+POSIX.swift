#if !os(Windows)
  import Foundation
  import StubKit

  /// A folder whose lock is held.
  ///
  /// The system releases the lock even if the process crashes, so no lock is stale. The folder
  /// itself is locked, so that no file is left beside a recording. If a folder cannot be locked, as
  /// on a network drive, a file in the temporary folder is locked instead.
  struct HeldFolder {
    struct Place {
      let path: String
      fileprivate let flags: Int32
    }

    private let descriptor: Int32

    /// The files that can be locked for a folder, the best first.
    static func places(for folder: String) -> [Place] {
      [
        Place(path: folder, flags: O_RDONLY),
        Place(path: substitute(for: folder), flags: O_RDWR | O_CREAT),
      ]
    }

    /// Nil while another recording has the lock.
    init?(at place: Place) throws(FileRefusal) {
      descriptor = open(place.path, place.flags | O_NOFOLLOW | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw .last }
      guard flock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return }
      let code = errno
      close(descriptor)
      guard code == EWOULDBLOCK || code == EINTR else { throw FileRefusal(code) }
      return nil
    }

    func release() { close(descriptor) }

    private static func substitute(for folder: String) -> String {
      var hash = ByteHash(seed: 0)
      hash.combine(folder)
      let name = "StubKit-\(getuid())-\(String(hash.value, radix: 16)).lock"
      return (NSTemporaryDirectory() as NSString).appendingPathComponent(name)
    }
  }
#endif
