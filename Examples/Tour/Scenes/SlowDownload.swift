import Foundation
import StubKit

/// A response trickles in, in real time.
@MainActor
enum SlowDownload {
  private static let size = 120_000

  static func play(on stage: Stage) async throws {
    stage.open(
      "A slow network, in real time",
      "response: .data(photo).throttled(bytesPerSecond: 100_000)")
    try await withStubs { _ in
      let photo = Data(repeating: 7, count: size)
      stub(
        condition: isExtension("jpg"), response: .data(photo).throttled(bytesPerSecond: 100_000))

      var (drawn, received, pieces) = (-1, 0, 0)
      let start = ContinuousClock.now
      for try await count in try Client.download("https://img.example.com/photo.jpg") {
        received = count
        pieces += 1
        stage.draw(Double(count) / Double(size), last: &drawn, "\(count / 1_000) kB")
      }
      let duration = ContinuousClock.now - start

      stage.check(
        "120,000 bytes came in many pieces", received == size && pieces > 4,
        "\(received) bytes in \(pieces) pieces")
      stage.check("it took more than a second", duration > .seconds(1), "\(duration)")
    }
  }
}
