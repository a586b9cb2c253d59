import Foundation
import StubKit
import StubKitRecording

/// What was asked and answered, as a picture.
@MainActor
enum Conversation {
  static func play(on stage: Stage) async throws {
    stage.open(
      "A picture of what was asked and answered",
      "try registry.conversation.svg().write(to: picture, atomically: true, encoding: .utf8)")
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("StubKitTour")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let picture = folder.appendingPathComponent("conversation.svg")
    let archive = folder.appendingPathComponent("conversation.har")

    try await withStubs(clock: .fastForward) { registry in
      stub(
        condition: isPath("/login"), named: "the login",
        response: .json(["token": "t0p-s3cr3t-t0k3n"]).delayed(by: .milliseconds(180)))
      stub(
        condition: isPathTemplate("/users/{id}"),
        response: .json(["name": "Ada"]).delayed(by: .milliseconds(60), jitter: .milliseconds(30)))
      stub(
        condition: isPath("/film"),
        response: .data(Data(count: 60_000)).throttled(bytesPerSecond: 100_000))
      stub(condition: isPath("/stock"), response: .sequence(.status(503), .json(["left": 3])))
      _ = try await Client.text("https://api.example.com/login?key=t0p-s3cr3t-t0k3n")
      async let film = Client.text("https://api.example.com/film")
      async let users = [
        Client.text("https://api.example.com/users/1"),
        Client.text("https://api.example.com/users/2"),
      ]
      for _ in 0..<2 { _ = try await Client.text("https://api.example.com/stock") }
      _ = try? await Client.text("https://api.example.com/nobody")
      _ = try await (film, users)
      try registry.conversation.svg().write(to: picture, atomically: true, encoding: .utf8)
      try registry.conversation.har().write(to: archive)
    }

    stage.say("   The picture is \(picture.path)")
    stage.say("   The archive is \(archive.path)")
    let drawn = try String(contentsOf: picture, encoding: .utf8)
    stage.check(
      "the picture shows who answered, and who was not answered",
      drawn.contains("the login") && drawn.contains("no stub matched"), drawn)
    stage.check("no secret is in it", !drawn.contains("t0p-s3cr3t-t0k3n"), drawn)
    try await withStubs { _ in
      try stub(har: archive)
      let first = try await Client.text("https://api.example.com/stock").status
      let second = try await Client.text("https://api.example.com/stock").text
      stage.check(
        "the archive replays: 503 first, and then the stock",
        first == 503 && second.contains("3"), "\(first ?? 0), \(second)")
    }
  }
}
