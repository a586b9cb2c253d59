import StubKit

/// A criterion that decompresses a gzip body to examine it, since recordings hold it decompressed.
struct UnpackingCriterion: Criterion {
  let plain: any Criterion

  func condition(on probe: RequestProbe) -> Verdict {
    probe.verdictOnUnpackedBody { plain.verdict(on: $0) }
  }

  func finding(in probe: RequestProbe) -> String {
    probe.withUnpackedBody { plain.finding(in: $0) }
  }

  func nearness(ofMiss probe: RequestProbe) -> Double {
    probe.withUnpackedBody { plain.nearness(of: $0) }
  }

  func difference(in probe: RequestProbe) -> String? {
    probe.withUnpackedBody { plain.difference(in: $0) }
  }

  var weight: Double { plain.weight }
  var description: String { plain.description }
}
