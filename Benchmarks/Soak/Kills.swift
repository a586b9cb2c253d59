import Foundation
import StubKit
import StubKitRecording
import TestPlaces

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Processes that record into one file and are killed while they do: the file stays whole.
///
/// Each round starts two processes, which add one recording after the other and say so, and kills
/// them at random moments, in every other round while the file is written. Whatever they said they have recorded must be in the file.
struct Kills {
  private let rounds: Int
  private let server: LoopbackServer
  private let folder: URL
  private let file: URL
  private var random = SeededRandom(seed: 2_026)

  init(rounds: Int) throws {
    self.rounds = rounds
    server = try LoopbackServer.forSoak()
    folder = FileManager.default.temporaryDirectory.appending(path: "kills-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    file = folder.appending(path: "killed.har")
  }

  /// Runs all rounds; returns what was wrong.
  mutating func run() throws -> [String] {
    defer { try? FileManager.default.removeItem(at: folder) }
    var faults: [String] = []
    var (recorded, drafts) = (0, 0)
    for round in 0..<rounds {
      // Parsing thousands of entries again and again would leave few moments for writing.
      if recorded > 300 {
        try FileManager.default.removeItem(at: file)
        recorded = 0
      }
      let writers = try (0..<2).map { try start("\(round)/\($0)") }
      var said: [String] = []
      for (process, pipe) in writers {
        // The first recording has been made, so that the next is under way.
        var text = pipe.fileHandleForReading.availableData
        awaitMoment(in: round)
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        text += pipe.fileHandleForReading.readDataToEndOfFile()
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
        if lines.isEmpty { faults.append("round \(round): a process recorded nothing") }
        said += lines.map(String.init)
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      drafts += names.count - 1
      if names.count > 2 { faults.append("round \(round): left behind \(names)") }
      do {
        let registry = StubRegistry()
        recorded = try registry.stub(har: file, strictly: true).count
        for path in said where !answers(path, in: registry) {
          faults.append("round \(round): \(path) is lost")
        }
      } catch {
        faults.append("round \(round): \(error)")
      }
      if (round + 1) % max(1, rounds / 10) == 0 {
        say("\(round + 1) rounds, \(drafts) killed while they wrote, \(faults.count) wrong")
      }
    }
    return faults
  }

  /// Waits for a moment to kill: any at all, or one while the file is written, which takes little time.
  private mutating func awaitMoment(in round: Int) {
    guard round.isMultiple(of: 2) else {
      usleep(UInt32.random(in: 0..<12_000, using: &random))
      return
    }
    let draft = folder.path + "/.\(file.lastPathComponent).stubkit-draft"
    let end = ContinuousClock.now + .milliseconds(200)
    while access(draft, F_OK) != 0, ContinuousClock.now < end {}
    usleep(UInt32.random(in: 0..<300, using: &random))
  }

  private func answers(_ path: String, in registry: StubRegistry) -> Bool {
    registry.explain(URLRequest(url: server.address(path))).contains(" is answered by ")
  }

  private func start(_ name: String) throws -> (Process, Pipe) {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = ["--record", file.path, server.url("/\(name)/")]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    return (process, pipe)
  }

  /// Adds one recording after the other to a file, until the process is killed.
  static func record(to file: String, from base: String) async throws {
    for number in 0... {
      guard let url = URL(string: base + "\(number)") else { return }
      try await withRecording(to: URL(filePath: file), mode: .append) { _ in
        _ = try await URLSession.shared.data(from: url)
      }
      FileHandle.standardOutput.write(Data("\(url.path)\n".utf8))
    }
  }
}
