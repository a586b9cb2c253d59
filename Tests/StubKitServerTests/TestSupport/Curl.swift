import Foundation
import StubKit
import Testing

@testable import StubKitServer

/// What curl makes of an answer.
struct Curl: Sendable {
  /// 0 if all went well; else what went wrong, as curl's manual lists it.
  let exitCode: Int32
  /// The heads of the answer, those with a status of 1xx, too.
  let head: String
  let body: String

  var status: Int? {
    let line = head.components(separatedBy: "HTTP/").last?.split(separator: " ").dropFirst().first
    return line.flatMap { Int($0) }
  }

  func field(_ name: String) -> String? {
    head.components(separatedBy: "\r\n").last { $0.lowercased().hasPrefix(name.lowercased() + ":") }
      .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
  }

  static func asking(
    _ arguments: String..., environment: [String: String]? = nil
  ) async throws -> Curl {
    try await asking(arguments, environment: environment)
  }

  static func asking(
    _ arguments: [String], environment: [String: String]? = nil
  ) async throws -> Curl {
    // Neither the user's ~/.curlrc nor a proxy of the environment counts.
    let isDirect = environment == nil && !arguments.contains("--proxy")
    let result = try await Command.run(
      "curl",
      ["-q", "--silent", "--include", "--max-time", "1500"] + (isDirect ? ["--noproxy", "*"] : [])
        + arguments,
      environment: environment)
    var (head, rest) = ("", result.output[...])
    while rest.hasPrefix("HTTP/"), let end = rest.range(of: "\r\n\r\n") {
      let block = rest[..<end.upperBound]
      head += block
      rest = rest[end.upperBound...]
      if !block.hasPrefix("HTTP/1.1 1") { break }
    }
    return Curl(exitCode: result.exitCode, head: head, body: String(rest))
  }
}

/// A program that was run to its end.
struct Command: Sendable {
  let exitCode: Int32
  let output: String

  private static func place(of program: String) -> URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return path.split(separator: ":").map { URL(filePath: String($0)).appending(path: program) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// The condition of a test that asks by such a program, which not every machine has.
  static func isInstalled(_ program: String) -> ConditionTrait {
    .enabled(if: place(of: program) != nil, "\(program) is not installed")
  }

  static func run(
    _ program: String, _ arguments: [String], environment: [String: String]? = nil
  ) async throws -> Command {
    let executable: URL = try #require(place(of: program))
    let pipe = Pipe()
    let process = try RunningCommand(executable, arguments, environment, writingTo: pipe)
    return try await onThread {
      let output = pipe.fileHandleForReading.readDataToEndOfFile()
      return Command(
        exitCode: process.waitForExit(), output: String(decoding: output, as: UTF8.self))
    }
  }
}

#if canImport(Glibc)
  /// A program that runs beside the tests.
  ///
  /// Foundation's `Process` looks through the open files of this process before it starts a program, and
  /// reads beyond the end of their list: with some 1,400 files, as while servers are tested, it can crash.
  private struct RunningCommand {
    private var process = pid_t()

    init(
      _ executable: URL, _ arguments: [String], _ environment: [String: String]?,
      writingTo pipe: Pipe
    ) throws {
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, pipe.fileHandleForWriting.fileDescriptor, 1)
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
      for file in 3..<min(sysconf(Int32(_SC_OPEN_MAX)), 4_096) {
        posix_spawn_file_actions_addclose(&actions, Int32(file))
      }
      let variables = environment ?? ProcessInfo.processInfo.environment
      let words = ([executable.path] + arguments).map { strdup($0) } + [nil]
      let settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
      defer { for text in words + settings { free(text) } }
      let code = posix_spawn(&process, executable.path, &actions, nil, words, settings)
      try pipe.fileHandleForWriting.close()
      guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
    }

    func waitForExit() -> Int32 {
      var status: Int32 = 0
      while waitpid(process, &status, 0) == -1, errno == EINTR {}
      // The exit code, or the signal that ended the program.
      return status & 0x7F == 0 ? (status >> 8) & 0xFF : status & 0x7F
    }
  }
#else
  private struct RunningCommand: @unchecked Sendable {
    // Unchecked: the process is only waited for.

    private let process = Process()

    init(
      _ executable: URL, _ arguments: [String], _ environment: [String: String]?,
      writingTo pipe: Pipe
    ) throws {
      process.executableURL = executable
      process.arguments = arguments
      if let environment { process.environment = environment }
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      process.standardInput = FileHandle.nullDevice
      try process.run()
    }

    func waitForExit() -> Int32 {
      process.waitUntilExit()
      return process.terminationStatus
    }
  }
#endif
