import Foundation
import Testing

@testable import StubKit

/// Where things stand in a picture, computed from what is drawn.
struct PictureLayoutTests {
  @Test(arguments: Scene.allCases) func `no label lies on a line, a bar or another label`(
    scene: Scene
  ) throws {
    let picture = try Picture(scene.shop.conversation.svg())
    #expect(picture.overlaps.prefix(5) == [])
    #expect(picture.labels.allSatisfy { $0.box.left >= 12 && $0.box.right <= 1_430 })
  }

  @Test func `overlaps are noticed`() throws {
    let picture = try Picture(
      """
      <svg><rect class="body" x="10" y="10" width="20" height="10"/>
      <path class="grid" d="M120 0V50"/>
      <text class="small" x="15" y="19">on a bar</text>
      <text class="small middle" x="120" y="19">on a line</text>
      <text class="small end" x="300" y="19">free</text>
      <text class="small" x="290" y="19">on a label</text></svg>
      """)
    #expect(picture.overlaps.count == 3)
  }

  /// A conversation of one kind or another.
  enum Scene: CaseIterable {
    case nothing
    case busy
    case one
    case long
    case broken
    case instants
    case days

    var shop: Shop {
      switch self {
      case .nothing: Shop()
      case .busy: Shop.busy
      case .one: Self.withOne
      case .long: Self.withLong
      case .broken: Self.withBroken
      case .instants: Self.withInstants
      case .days: Self.withDays
      }
    }

    private static var withOne: Shop {
      var shop = Shop()
      let stub = shop.stub(isPath("/users"), line: 1)
      shop.ask("GET", "https://a.test/users", of: stub, Shop.Course(head: 0, end: 0, status: 200))
      return shop
    }

    /// Very many rows, and texts that are too long.
    private static var withLong: Shop {
      var shop = Shop()
      let name = String(repeating: "a name without an end ", count: 9)
      let path = String(repeating: "/long", count: 40)
      let stub = shop.stub(isPath(path), named: name, line: 123_456)
      for number in 0..<170 {
        let host = number % 2 == 0 ? "https://a.test" : "http://another.example.com:8080"
        shop.ask(
          "PROPFIND", host + "/\(number)" + String(repeating: "/way", count: 40), of: stub,
          Shop.Course(
            asked: number * 37, head: number * 37 + 20, pieces: [number * 37 + 40],
            end: number * 37 + 2_000, status: 200,
            body: String(repeating: "x", count: number * 997)))
      }
      return shop
    }

    private static var withBroken: Shop {
      var shop = Shop()
      let stub = shop.stub(anyRequest(), line: 1)
      let codes: [URLError.Code] = [
        .timedOut, .networkConnectionLost, .notConnectedToInternet, .httpTooManyRedirects,
        .cannotDecodeContentData, .serverCertificateUntrusted, .callIsActive,
      ]
      for (number, code) in codes.enumerated() {
        let start = number * 100
        shop.ask(
          "DELETE", "https://a.test/\(number)", of: stub,
          Shop.Course(asked: start, end: start + 90, outcome: .failed, error: URLError(code)))
        shop.ask(
          "GET", "https://a.test/\(number)", of: stub,
          Shop.Course(
            asked: start, head: start + 10, pieces: [start + 20, start + 50], end: start + 60,
            status: 200, body: "hello", outcome: .failed, error: URLError(code)))
      }
      for outcome in [StubExchange.Outcome.threw, .cannotRespond, .unmatched, .cancelled] {
        shop.ask(
          "GET", "https://a.test/", of: outcome == .unmatched ? nil : stub,
          Shop.Course(asked: 300, end: 310, outcome: outcome, error: URLError(.unknown)))
      }
      return shop
    }

    /// Real time, in which most takes none.
    private static var withInstants: Shop {
      var shop = Shop()
      let stub = shop.stub(isPath("/users"), line: 1)
      for number in 0..<5 {
        shop.ask(
          "GET", "https://a.test/users", of: stub,
          Shop.Course(asked: number / 2, head: number / 2, end: number / 2, status: 200))
      }
      return shop
    }

    private static var withDays: Shop {
      var shop = Shop()
      let stub = shop.stub(isPath("/users"), line: 1)
      let minute = 60_000
      shop.ask("GET", "https://a.test/users", of: stub, Shop.Course(asked: 0))
      for number in 1...4 {
        shop.ask(
          "GET", "https://a.test/users", of: nil,
          Shop.Course(
            asked: number * number * 1_439 * minute, decided: number * number * 1_440 * minute,
            head: 16 * 1_440 * minute, pieces: [20 * 1_440 * minute], end: 59 * 1_440 * minute,
            status: 200, body: String(repeating: "x", count: 99_900), isForwarded: true))
      }
      return shop
    }
  }
}
