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
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    if let environment { process.environment = environment }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    return await withCheckedContinuation { continuation in
      // It blocks, so that it needs a thread of its own.
      BlockingWork.perform {
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        continuation.resume(
          returning: Command(
            exitCode: process.terminationStatus, output: String(decoding: output, as: UTF8.self)))
      }
    }
  }
}
