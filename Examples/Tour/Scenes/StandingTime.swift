import Foundation
import StubKit

/// A clock that the test moves, to look at what lies in between.
@MainActor
enum StandingTime {
  /// A list as an app has it, with a sign that it is loading.
  @MainActor
  private final class UserList {
    private(set) var names: [String] = []
    private(set) var isLoading = false

    func refresh() async throws {
      isLoading = true
      defer { isLoading = false }
      names = try await Client.users().map(\.name)
    }
  }

  static func play(on stage: Stage) async throws {
    stage.open(
      "Time stands still until the test moves it",
      """
      let refresh = Task { try await list.refresh() }
      try await clock.waitForSleepers(count: 1)
      #expect(list.isLoading)
      await clock.advance(by: .seconds(30))
      """)
    let clock = ManualClock()
    try await withStubs(clock: clock) { _ in
      stub(
        condition: isPath("/users"),
        response: .json([["id": 7, "name": "Ada"]]).delayed(by: .seconds(30)))
      let list = UserList()

      let refresh = Task { try await list.refresh() }
      try await clock.waitForSleepers(count: 1)
      await clock.advance(by: .seconds(29))
      stage.check("after 29 seconds the list is loading", list.isLoading, "it is not")

      await clock.advance(by: .seconds(1))
      try await refresh.value
      stage.check(
        "after 30 it shows who is there", list.names == ["Ada"] && !list.isLoading,
        "\(list.names)")
    }
  }
}
