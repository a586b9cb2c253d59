import Foundation
import StubKit

/// A JSON file of the bundle becomes a response.
@MainActor
enum Fixtures {
  static func play(on stage: Stage) async throws {
    stage.open(
      "A JSON file is a response",
      #"stub(condition: isPath("/users"), response: .fixture("users.json", in: .module))"#)
    try await withStubs { _ in
      stub(condition: isPath("/users"), response: .fixture("users.json", in: Bundle.module))

      let names = try await Client.users().map(\.name)

      stage.check("the client decoded two users", names == ["Ada", "Grace"], "\(names)")
    }
  }
}
