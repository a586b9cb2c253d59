import Foundation
import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the page is looked at with, as `.ci/page` asks for it line by line.
struct PageScene: Sendable {
  let registry: StubRegistry

  func play(_ line: String) async throws {
    let words = line.split(separator: " ").map(String.init)
    switch words.first {
    case "shop": try await playShop()
    case "hostile": addHostileStubs()
    case "ask": try await ask(words[1])
    case "many": try await playMany(Int(words[1]) ?? 0)
    case "away", "stop", "end": break
    default: throw CocoaError(.featureUnsupported)
    }
  }

  /// A day in a shop: what works, what does not, and what nobody has asked for.
  private func playShop() async throws {
    registry.stub(
      condition: isGET("https://api.shop.test/v2/users/me"), named: "me",
      response: .json(["name": "Ada", "id": .integer(7), "tags": [], "at": 1.5, "is": true]))
    registry.stub(
      condition: isHost("img.shop.test") && isExtension("png"),
      response: .data(
        Data(base64Encoded: Self.png) ?? Data(), headers: ["Content-Type": "image/png"]))
    registry.stub(
      condition: isPath("/v2/basket"), response: .json(["items": []]).delayed(by: .milliseconds(30))
    )
    registry.stub(condition: isPath("/v2/offers"), response: .json(["error": "gone"], status: 404))
    registry.stub(condition: isPath("/v2/pay"), response: .failure(.networkConnectionLost))
    registry.stub(
      condition: isPath("/v2/orders") && isMethodPOST(), named: "order", expected: 2,
      response: .status(201))
    registry.stub(condition: isPath("/v2/stream"), response: .hang)
    for address in [
      "https://api.shop.test/v2/users/me", "https://api.shop.test/v2/basket?expand=items",
      "https://img.shop.test/p/17.png", "https://api.shop.test/v2/offers",
      "https://api.shop.test/v2/pay", "https://api.shop.test/v2/baskets",
    ] { try await ask(address) }
    let registry = registry
    Task.detached { try? await Self.ask("https://api.shop.test/v2/stream", of: registry) }
  }

  private func addHostileStubs() {
    let markup = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    registry.stub(
      condition: isPath("/html"), named: markup + "\u{202E}\u{0}",
      response: .html(markup + "<base href=//evil.test><meta http-equiv=refresh content=0>\u{202E}")
    )
    registry.stub(
      condition: isPath("/json"),
      response: .json(.object([markup: .string(markup + "\u{202E}\u{1B}")])))
    registry.stub(
      condition: isPath("/svg"),
      response: .data(
        Data(
          "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(3)'><script>alert(4)</script></svg>"
            .utf8),
        headers: ["Content-Type": "image/svg+xml"]))
  }

  private func playMany(_ count: Int) async throws {
    registry.stub(
      condition: isPathTemplate("/things/{id}"), named: "thing", expected: .any,
      response: .json(["a": 1]))
    for number in 0..<count { try await ask("https://many.test/things/\(number)") }
  }

  private func ask(_ address: String) async throws {
    try await Self.ask(address, of: registry)
  }

  /// Asks, whatever comes of it.
  private static func ask(_ address: String, of registry: StubRegistry) async throws {
    guard let url = URL(string: address) else { throw URLError(.badURL) }
    _ = try? await registry.session.data(from: url)
  }

  private static let png = """
    iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFElEQVR4nGP8z8DAwMDAxMDAwMDAAAANHQEDasKb6QAAAABJRU5E\
    rkJggg==
    """
}
