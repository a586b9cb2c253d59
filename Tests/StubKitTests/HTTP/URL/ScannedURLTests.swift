import Foundation
import Testing

@testable import StubKit

@Suite struct ScannedURLTests {
  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func `the scan agrees with Foundation on random URLs`(seed: UInt64) {
    var addresses = RandomURL(seed: seed)
    var compared = 0
    for _ in 0..<2_500 {
      guard let url = URL(string: addresses.next()) else { continue }
      compared += 1
      for difference in differences(url) {
        Issue.record("\(url.absoluteString): \(difference)")
      }
    }
    #expect(compared > 800)
  }

  /// Where the scan and Foundation's accessors disagree.
  private func differences(_ url: URL) -> [String] {
    ScannedURL.scanning(url) { scanned in
      var differences: [String] = []
      func compare<Value: Equatable>(_ name: String, _ ours: Value, _ theirs: Value) {
        if ours != theirs { differences.append("\(name) is \(ours), but \(theirs) in Foundation") }
      }
      // Deliberate: no scheme and an empty one are the same to us, and so are two hosts below.
      compare("scheme", scanned.schemeString, url.scheme.flatMap { $0.isEmpty ? nil : $0 })
      compare("host", scanned.host, url.host.flatMap { $0.isEmpty ? nil : $0 })
      compare("port", scanned.port, url.port)
      // Deliberate: Foundation leaves %2F as it is in file URLs alone, which nobody stubs.
      if !url.isFileURL || !url.absoluteString.lowercased().contains("%2f") {
        // Deliberate: Foundation takes a path that cannot be decoded for an empty one.
        let isUnreadable = url.path.isEmpty && !scanned.rawPath.isEmpty
        let path = isUnreadable ? scanned.trimmedPath.text : url.path
        compare("path", Array(scanned.path.utf8), Array(path.utf8))
      }
      compare("query", scanned.rawQuery?.text, url.query)
      let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
      let items = components?.percentEncodedQueryItems ?? []
      compare("queryItems", scanned.queryItems.map { [$0.name, $0.value] }, items.map(decoded))
      return differences
    }
  }

  /// An item's name and value; deliberately, what cannot be decoded stays as it is written.
  private func decoded(_ item: URLQueryItem) -> [String?] {
    [item.name, item.value].map { $0.map { $0.removingPercentEncoding ?? $0 } }
  }
}
