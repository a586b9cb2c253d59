import Foundation

/// A short show of what StubKit does, which checks each thing that it says.
@main
enum Tour {
  @MainActor static func main() async {
    let stage = Stage()
    stage.say("StubKit answers HTTP requests inside the process: none of these leaves it.")
    let scenes: [@MainActor (Stage) async throws -> Void] = [
      OneLine.play, Fixtures.play, SlowDownload.play, SimulatedHour.play, BrokenNetwork.play,
      StandingTime.play, Unmatched.play, Recording.play, Conversation.play,
      EveryWay.play, Lie.play,
    ]
    for play in scenes {
      do {
        try await play(stage)
      } catch {
        stage.check("the scene came to its end", false, "\(error)")
      }
    }
    exit(stage.bow() ? 0 : 1)
  }
}
