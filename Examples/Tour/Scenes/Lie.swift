import Foundation
import StubKit
import StubKitContracts

/// A stub that says what the server's description does not allow.
@MainActor
enum Lie {
  static func play(on stage: Stage) async throws {
    stage.open(
      "A stub that lies is caught, as `swift test` prints it",
      #"""
      @Test(.stubbed(checking: .openAPI("openapi.yaml", in: .module)))
      func `a user who is not there is no error`() async {
        stub(condition: isGET("/users/{id}"), response: .json(["id": 7, "name": 7]))
      """#)
    let api = try OpenAPI("Fixtures/openapi.yaml", in: .module)
    try await withStubs { registry in
      let lie = stub(
        condition: isGET("/users/{id}"), fileID: "AppTests/UserTests.swift", line: 8,
        response: .json(["id": 7, "name": 7]))
      _ = try await Client.text("https://api.example.com/users/7")
      do {
        try registry.verify(against: api)
        stage.check("the lie is caught", false, "nothing")
      } catch {
        stage.quote("\(error)")
        stage.check(
          "both faults of the answer are told", "\(error)".contains("✗ email: missing"), "\(error)")
      }
      lie.remove()
    }
    try await withStubs(checking: api) { _ in
      stub(api, "getUser")
      let (_, text) = try await Client.text("https://api.example.com/users/7")
      stage.check("the description answers by its own example", text.contains("Ada"), text)
    }
  }
}
