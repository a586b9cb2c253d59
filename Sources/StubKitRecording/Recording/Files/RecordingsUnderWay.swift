import StubKit

/// The running recordings of this process, by the file that they share.
enum RecordingsUnderWay {
  struct Shared: Sendable {
    /// How many recordings may still write the file.
    fileprivate var open = 0
    /// How many of these are makers.
    fileprivate var makers = 0
    private(set) var writes = 0
    /// The state of the file after the last write.
    private(set) var stamp: RecordingFile.Stamp?
    /// The file's content after the last write; nil once no recording needs it.
    fileprivate(set) var archive: HARArchive?
    /// The names that the recordings gave to secrets.
    fileprivate(set) var names: [[UInt8]: [UInt8]] = [:]

    mutating func note(
      _ archive: HARArchive, naming names: [[UInt8]: [UInt8]], in file: RecordingFile
    ) {
      writes += 1
      stamp = file.stamp
      self.archive = archive
      self.names.merge(names) { _, new in new }
    }
  }

  private static let files = Locked<[String: Shared]>([:])

  /// Notes that a recording begins; returns the role that `role` chooses, and the state before.
  static func begin(
    _ file: RecordingFile, as role: (_ isBeingMade: Bool) -> RecordingRole
  ) -> (RecordingRole, Shared) {
    files.withLock { files in
      let shared = files[file.path] ?? Shared()
      let role = role(shared.makers > 0)
      if role != .reader { files[file.path, default: Shared()].open += 1 }
      if role == .maker { files[file.path, default: Shared()].makers += 1 }
      return (role, shared)
    }
  }

  static func end(_ file: RecordingFile, as role: RecordingRole) {
    guard role != .reader else { return }
    files.withLock { files in
      files[file.path]?.open -= 1
      if role == .maker { files[file.path]?.makers -= 1 }
      if files[file.path]?.open == 0 {
        files[file.path]?.archive = nil
        files[file.path]?.names = [:]
      }
    }
  }

  static func shared(_ file: RecordingFile) -> Shared {
    files.withLock { $0[file.path] ?? Shared() }
  }

  static func note(
    _ archive: HARArchive, naming names: [[UInt8]: [UInt8]], in file: RecordingFile
  ) {
    files.withLock { $0[file.path, default: Shared()].note(archive, naming: names, in: file) }
  }
}

enum RecordingRole: Sendable {
  case reader
  case writer
  /// A writer of a file that was missing at first or, in the mode `.once`, still being made.
  case maker
}
