import Foundation
import Testing

@testable import StubKit
@testable import StubKitRecording

/// Secrets that a seeded generator plants everywhere are not in what is written or said, without any list.
struct PlantedRecordingTests {
  /// In each of 28 places as many secrets as make 400 of all of them.
  private static let rounds = 15

  @Test(arguments: PlantedRequest.Place.allCases)
  func `of 400 secrets none is on disk and none is said, wherever it stands and comes again`(
    place: PlantedRequest.Place
  ) throws {
    #expect(PlantedRequest.Place.allCases.count * Self.rounds >= 400)
    var generator = SeededRandom(seed: 20_261_120)
    for _ in 0..<Self.rounds {
      let planted = PlantedRequest(at: place, using: &generator)
      let said = Self.said(of: planted)
      for form in planted.forms { #expect(!said.contains(form), "\(planted), as \(form)") }
      let exchanges = [planted.echo, planted.exchange, planted.echo]
      let names = SecretNames()
      let redacted = RecordedExchange.redacting(
        exchanges.map(RecordedExchange.init), by: .standard, naming: names)
      let written = String(
        decoding: HARArchive(entries: try redacted.map { try HAREntry($0) }).data, as: UTF8.self)
      for form in planted.forms {
        #expect(!written.contains(form), "\(planted), as \(form)")
      }
      #expect(names.texts.contains { written.contains($0) }, "\(planted)")
      for exchange in redacted {
        for body in [exchange.requestBody, exchange.body] {
          let text = String(decoding: body, as: UTF8.self)
          for form in planted.forms { #expect(!text.contains(form), "\(planted) in \(text)") }
        }
      }
      try expectReadable(redacted[1], like: planted)
    }
  }

  /// What a failing test prints of a request that no stub matches.
  private static func said(of planted: PlantedRequest) -> String {
    let registry = StubRegistry()
    registry.given(isPath("/other") && hasHeaderNamed("X-None"), line: 1)
    let request = planted.exchange.requestWithBody
    registry.conclude(registry.begin(request), .failed, response: planted.exchange.response)
    let exchanges = registry.exchanges.map { "\($0) \($0.request.headers) \($0.request.curl)" }
    return registry.explain(request) + exchanges.joined()
  }

  /// What was JSON is JSON of the same types, so that clients still decode it.
  private func expectReadable(_ exchange: RecordedExchange, like planted: PlantedRequest) throws {
    guard let json = try? StubJSON(parsing: Data(planted.answer.utf8)) else { return }
    let redacted = try StubJSON(parsing: exchange.body)
    #expect(redacted["ok"] == json["ok"])
    #expect(redacted["data"]?["n"] == json["data"]?["n"])
    #expect(redacted["data"]?[planted.name] == "REDACTED-1")
  }
}
