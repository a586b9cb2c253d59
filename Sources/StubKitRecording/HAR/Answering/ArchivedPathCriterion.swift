import Foundation
import StubKit

/// A path whose redacted segments or parts of segments match anything, even an encoded slash.
struct ArchivedPathCriterion: Criterion {
  private let path: PathCriterion
  private let segments: [RedactedText]

  init(_ path: String) {
    self.path = PathCriterion(path)
    segments = path.split(separator: "/", omittingEmptySubsequences: false).map {
      RedactedText(Data($0.utf8))
    }
  }

  func condition(on probe: RequestProbe) -> Verdict {
    // The archived path is decoded: an encoded slash in it has become a plain one.
    Verdict(probe.url.withSegmentedPath(matches) || probe.url.withPath(matches))
  }

  private func matches(_ path: Bytes) -> Bool {
    let own = path.split(separator: .slash, omittingEmptySubsequences: false)
    return own.count == segments.count
      && zip(own, segments).allSatisfy { $1.matches(Data($0)) && $0.isEmpty == $1.isEmpty }
  }

  func finding(in probe: RequestProbe) -> String { path.finding(in: probe) }
  func nearness(ofMiss probe: RequestProbe) -> Double { path.nearness(ofMiss: probe) }
  var weight: Double { path.weight }
  var description: String { path.description }
}
