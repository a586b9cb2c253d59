/// The last segment of the path has the given extension.
struct PathExtensionCriterion: Criterion {
  /// The extension as it was written.
  let written: String
  /// The extension without a leading dot.
  private let pathExtension: String

  init(_ written: String) {
    self.written = written
    pathExtension = written.hasPrefix(".") ? String(written.dropFirst()) : written
  }

  func condition(on probe: RequestProbe) -> Verdict {
    Verdict(probe.url.withPath { Self.pathExtension(of: $0).equals(pathExtension) })
  }

  func finding(in probe: RequestProbe) -> String {
    let found = probe.url.withPath { Self.pathExtension(of: $0).text }
    return found.isEmpty
      ? "\(probe.url.pathFinding), without an extension"
      : "the path's extension is \(found.swiftLiteral)"
  }

  var hint: String? {
    pathExtension.contains("/") ? "an extension contains no \"/\"; use pathEndsWith(…)" : nil
  }

  var description: String { "isExtension(\(written.swiftLiteral))" }

  /// Returns the part after the last dot of the last segment, unless that dot stands first or last.
  private static func pathExtension(of path: ScannedURL.Bytes) -> ScannedURL.Bytes {
    let nothing = ScannedURL.Bytes(rebasing: path[path.count...])
    let start = path.lastIndex(of: .slash).map { $0 + 1 } ?? 0
    guard let dot = path.lastIndex(of: .dot), dot > start else { return nothing }
    return ScannedURL.Bytes(rebasing: path[(dot + 1)...])
  }
}
