// Everything that StubKit's users write, spelled as the design has it. That it compiles is the
// check; it runs too, so that none of it can trap.

import Foundation
import StubKit

@main
enum CallSites {
  static func main() async throws {
    let registry = StubRegistry()
    try await withStubs { _ in try await registering(in: registry) }
    try print(matchers().count, "matchers", elevenLeaves(), elevenLeavesWithCalls())
    try print(responses().count, "responses")
    print(profiles().count, "profiles")
    try realAnswers()
    liveStreams()
    try values()
    try await registries()
    try await scopes()
    try await scopesOfEveryKind()
    try await clocks()
    try await archives()
    print("all call sites work")
  }
}

/// The URL that a text stands for.
func url(_ text: String) throws -> URL {
  guard let url = URL(string: text) else { throw URLError(.badURL) }
  return url
}
