import Foundation
import Testing

@testable import StubKit
@testable import StubKitRecording

/// Secrets that a seeded generator plants everywhere are not in what is written, without any list.
struct PlantedRecordingTests {
  @Test(arguments: PlantedRequest.Place.allCases)
  func `no secret is written down, wherever it stands and comes again`(
    place: PlantedRequest.Place
  ) throws {
    var generator = SeededRandom(seed: 20_261_120)
    for _ in 0..<12 {
      let planted = PlantedRequest(at: place, using: &generator)
      let exchanges = [planted.echo, planted.exchange, planted.echo]
      let redacted = RecordedExchange.redacting(
        exchanges.map(RecordedExchange.init), by: .standard)
      let written = String(
        decoding: HARArchive(entries: try redacted.map { try HAREntry($0) }).data, as: UTF8.self)
      for form in planted.forms {
        #expect(!written.contains(form), "\(planted), as \(form)")
      }
      #expect(written.contains("REDACTED"), "\(planted)")
      for exchange in redacted {
        for body in [exchange.requestBody, exchange.body] {
          let text = String(decoding: body, as: UTF8.self)
          for form in planted.forms { #expect(!text.contains(form), "\(planted) in \(text)") }
        }
      }
      try expectReadable(redacted[1], like: planted)
    }
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
