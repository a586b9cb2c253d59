import Foundation
import TestPlaces
import Testing

@testable import StubKit
@testable import StubKitRecording

/// Where a recording is written, and that it is always there as a whole.
struct RecordingFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = TemporaryFolder()
  }

  private func file(_ name: String) throws -> RecordingFile {
    try RecordingFile(folder.url.appendingPathComponent(name))
  }

  private func permissions(_ name: String) throws -> Int? {
    let path = folder.url.appendingPathComponent(name).path
    return (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?
      .intValue
  }

  private func text(_ name: String) throws -> String {
    String(
      decoding: try Data(contentsOf: folder.url.appendingPathComponent(name)), as: UTF8.self)
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }
  }

  @Test func `a file is replaced as a whole and keeps its permissions`() throws {
    try folder.write("old", to: "a.har")
    let path = folder.url.appendingPathComponent("a.har").path
    for permissions in [0o600, 0o644, 0o640] {
      try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
      try file("a.har").replace(with: Data("new \(permissions)".utf8))
      #expect(try text("a.har") == "new \(permissions)")
      #expect(try self.permissions("a.har") == permissions)
    }
    #expect(try names == ["a.har"])
  }

  @Test func `links are followed, also where they lead to nothing yet`() throws {
    try folder.write("old", to: "real/a.har")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appendingPathComponent("one.har").path,
      withDestinationPath: "two.har")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appendingPathComponent("two.har").path,
      withDestinationPath: "real/a.har")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appendingPathComponent("dangling.har").path,
      withDestinationPath: folder.url.appendingPathComponent("real/b.har").path)
    try file("one.har").replace(with: Data("a".utf8))
    try file("dangling.har").replace(with: Data("b".utf8))
    #expect(try text("real/a.har") == "a")
    #expect(try text("real/b.har") == "b")
    for name in ["one.har", "two.har", "dangling.har"] {
      let path = folder.url.appendingPathComponent(name).path
      #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil)
    }
    #expect(try file("one.har").path == file("real/a.har").path)
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appendingPathComponent("folder").path, withDestinationPath: "real")
    #expect(try file("folder/a.har").path == file("real/a.har").path)
    #expect(try file("folder/new/a.har").path == file("real/new/a.har").path)
  }

  @Test func `links that lead round in circles are refused`() throws {
    for (name, target) in [("a.har", "b.har"), ("b.har", "a.har")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.url.appendingPathComponent(name).path, withDestinationPath: target)
    }
    let error = #expect(throws: ArchiveError.self) { try file("a.har") }
    #expect(error?.description.contains("leads round in circles") == true)
  }

  @Test(arguments: [RecordingMode.once, .append, .rewrite, .never])
  func `anything but a regular file is refused`(mode: RecordingMode) throws {
    try folder.write("", to: "folder.har/inner")
    let pipe = folder.url.appendingPathComponent("pipe.har")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    for (url, kind) in [
      (folder.url.appendingPathComponent("folder.har"), "a folder"),
      (pipe, "a pipe or another special file"),
      (URL(fileURLWithPath: "/dev/null"), "a device"),
    ] {
      let error = #expect(throws: ArchiveError.self) {
        try withRecording(to: url, mode: mode) { _ in }
      }
      #expect(error?.description.hasPrefix("A recording needs a regular file, but ") == true)
      #expect(error?.description.hasSuffix(" is \(kind).") == true, "\(String(describing: error))")
    }
  }

  @Test func `what a killed process left behind is cleaned up`() throws {
    try folder.write("old", to: "a.har")
    try folder.write("hal", to: ".a.har.stubkit-draft")
    let file = try file("a.har")
    #expect(file.hasRemains)
    try file.replace(with: Data("new".utf8))
    #expect(try names == ["a.har"])
    try folder.write("hal", to: ".a.har.stubkit-draft")
    try folder.write(#"{"log": {"entries": []}}"#, to: "a.har")
    try withRecording(to: folder.url.appendingPathComponent("a.har"), mode: .once) { _ in }
    #expect(try names == ["a.har"])
  }

  @Test func `a folder that cannot be written to is named`() throws {
    let file = try RecordingFile(URL(fileURLWithPath: "/proc/recordings/a.har"))
    let error = #expect(throws: ArchiveError.self) { try file.replace(with: Data()) }
    #expect(
      error?.description.hasPrefix("The recording cannot be written to /proc/recordings/a.har: ")
        == true)
  }

  #if canImport(Glibc)
    @Test
    func `where a file cannot be written as a whole, the former one stays, and the error says so`()
      async
    {
      await #expect(processExitsWith: .success) {
        let folder = TemporaryFolder()
        // Like a full disk, a limit refuses what no longer fits.
        signal(SIGXFSZ, SIG_IGN)
        let size = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        var limits = rlimit()
        #expect(getrlimit(size, &limits) == 0)
        limits.rlim_cur = 1_000
        #expect(setrlimit(size, &limits) == 0)
        for former in [nil, "old"] {
          if let former { try folder.write(former, to: "a.har") }
          let file = try RecordingFile(folder.url.appendingPathComponent("a.har"))
          let error = #expect(throws: ArchiveError.self) {
            try file.replace(with: Data(count: 5_000))
          }
          #expect(
            error?.description == "The recording cannot be written to \(file.path): File too large"
              + (former == nil ? "" : "; the file stays as it was"))
          let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
          #expect(names == (former == nil ? [] : ["a.har"]))
          #expect(try names.isEmpty || Data(contentsOf: file.url) == Data("old".utf8))
        }
      }
    }
  #endif

  @Test func `what stands in the way of a folder is named`() throws {
    try folder.write("old", to: "real/a.txt")
    let link = folder.url.appendingPathComponent("link").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
    #expect(try file("real/a.txt/b/c.har").obstacle == folder.url.path + "/real/a.txt")
    #expect(try file("link/b/c.har").obstacle == link)
    #expect(try file("real/b/c.har").obstacle == nil)
  }

  @Test func `a folder that cannot be locked is named, with what could not be locked instead`()
    async
  {
    await #expect(processExitsWith: .success) {
      setenv("TMPDIR", "/nowhere", 1)
      let file = try RecordingFile(URL(fileURLWithPath: "/missing/a.har"))
      let error = #expect(throws: ArchiveError.self) {
        try FolderLock.withLock(on: "/missing", for: file) {}
      }
      let text = try #require(error?.description)
      #expect(
        text.hasPrefix(
          """
          The recording cannot be written to /missing/a.har: neither /missing (No such file or directory) nor \
          /nowhere/StubKit-
          """))
      #expect(
        text.hasSuffix(
          """
          .lock (No such file or directory) can be locked against other recordings. Let this process read the \
          folder, or set TMPDIR to a folder that it may write to.
          """))
    }
  }

  @Test func `who holds the lock for too long is told of, and one at a time has it`() throws {
    let file = try file("a.har")
    let error = #expect(throws: ArchiveError.self) {
      try FolderLock.withLock(on: file.folder, for: file) { () throws(ArchiveError) in
        try FolderLock.withLock(on: file.folder, for: file, patience: .zero) {}
      }
    }
    #expect(
      error?.description == """
        The recording cannot be written to \(file.path): another recording has held the lock on \
        \(file.folder) for 0.0 seconds, in this process or in another one. Let it end, and record again.
        """)
    try FolderLock.withLock(on: file.folder, for: file, patience: .zero) {}
    #expect(try names.isEmpty)
  }
}
