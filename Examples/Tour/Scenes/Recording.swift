import Foundation
import StubKit
import StubKitRecording

/// A recording answers, and has no secret in it.
@MainActor
enum Recording {
  static func play(on stage: Stage) async throws {
    stage.open(
      "A recording answers as the server did",
      "try await withRecording(to: file) { _ in try await app.signIn() }")
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("StubKitTour-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("login.har")
    // The first run of a recording asks the real server. Here a stub plays the server, so that nothing
    // goes out; what was said is written down in the same way.
    try await withStubs { registry in
      stub(
        condition: isPath("/login"),
        response: .json(["user": "Ada", "token": "t0p-s3cr3t-t0k3n"]))
      _ = try await Client.text("https://api.example.com/login?password=w0nt-t3ll-y0u")
      try registry.conversation.har().write(to: file)
    }
    let written = try String(contentsOf: file, encoding: .utf8)
    stage.check(
      "neither the password nor the token was written down",
      !written.contains("w0nt-t3ll-y0u") && !written.contains("t0p-s3cr3t-t0k3n"), written)

    try await withRecording(to: file) { registry in
      let answer = try await Client.text("https://api.example.com/login?password=an0th3r-0n3")
      stage.check(
        "the file answers the next run, whatever the password",
        answer.status == 200 && answer.text.contains("Ada"), "\(answer)")
      do {
        _ = try await Client.text("https://api.example.com/logout")
        stage.check("what is not in the file fails", false, "an answer")
      } catch {
        stage.check(
          "what is not in the file fails, and goes nowhere", registry.unmatchedRequests.count == 1,
          "\(error)")
      }
    }
  }
}
