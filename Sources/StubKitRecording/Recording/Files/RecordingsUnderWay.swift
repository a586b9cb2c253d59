import StubKit

/// What this process is recording, and what it has recorded, for recordings that share a file.
enum RecordingsUnderWay {
  /// The recordings of one file.
  struct Shared: Sendable {
    /// How many of them may still write it.
    fileprivate var open = 0
    /// How many of these began when there was no file, and make it.
    fileprivate var makers = 0
    /// How often they have written it.
    private(set) var writes = 0
    /// The file as they have written it last.
    private(set) var stamp: RecordingFile.Stamp?
    /// What it says then, as long as somebody may have a use for it.
    fileprivate(set) var archive: HARArchive?
    /// What secrets are called in it, as far as they have found any.
    fileprivate(set) var names: [[UInt8]: [UInt8]] = [:]

    /// Notes that one of them has written the file.
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

  /// Begins a recording.
  ///
  /// - Parameter role: What the recording does that begins now, given whether others are making the file.
  /// - Returns: What the others have done so far.
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

  /// Ends a recording.
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

  /// What the recordings of a file have done so far.
  static func shared(_ file: RecordingFile) -> Shared {
    files.withLock { $0[file.path] ?? Shared() }
  }

  /// Notes that a recording has written the file.
  static func note(
    _ archive: HARArchive, naming names: [[UInt8]: [UInt8]], in file: RecordingFile
  ) {
    files.withLock { $0[file.path, default: Shared()].note(archive, naming: names, in: file) }
  }
}

/// What a recording does with its file.
enum RecordingRole: Sendable {
  /// It only reads the file.
  case reader
  /// It may write the file.
  case writer
  /// It may write the file, which did not exist when it began.
  case maker
}
