/// The path, decoded and without trailing slashes, is the given one.
package struct PathCriterion: ExactCriterion {
  /// The path as it was written.
  let written: String

  // Computed, so that the criterion needs no memory beside the expression's.
  private var path: String { written.withoutTrailingSlashes }

  package init(_ written: String) {
    self.written = written
  }

  var meaning: RequestComparison { .whole(.path, path) }

  package func finding(in probe: RequestProbe) -> String { probe.url.pathFinding }

  package func nearness(of probe: RequestProbe) -> Double {
    probe.url.path.nearness(to: path)
  }

  package var weight: Double { 3 }

  package func difference(in probe: RequestProbe) -> String? {
    probe.url.path.difference(from: path)
  }

  package var hint: String? { PathHint.whole(written, function: "isPath") }

  package var description: String { "isPath(\(written.swiftLiteral))" }
}

extension ScannedURL {
  /// The path in a report.
  var pathFinding: String {
    rawPath.isEmpty ? "the URL has no path" : "the path is \(path.swiftLiteral)"
  }
}

extension String {
  /// The path without trailing slashes, as `URL.path` has it; a lone slash stays.
  var withoutTrailingSlashes: String {
    guard utf8.last == .slash else { return self }
    var bytes = Substring(self).utf8
    while bytes.count > 1, bytes.last == .slash { bytes.removeLast() }
    return String(Substring(bytes))
  }
}
