import Foundation
import TestPlaces

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension LoopbackServer {
  /// What an address says on this server, or on what has its port by now.
  func text(at path: String) async throws -> String { try await Self.text(at: url(path)) }

  /// What an address says to the shared session.
  static func text(at url: String) async throws -> String {
    guard let url = URL(string: url) else { throw URLError(.badURL) }
    return String(decoding: try await URLSession.shared.data(from: url).0, as: UTF8.self)
  }
}

/// Where a number of tasks wait for each other, so that what they do overlaps.
actor Assembly {
  private var missing: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(for count: Int) {
    missing = count
  }

  func meet() async {
    missing -= 1
    if missing > 0 {
      await withCheckedContinuation { waiting.append($0) }
    } else {
      for continuation in waiting { continuation.resume() }
      waiting = []
    }
  }
}
