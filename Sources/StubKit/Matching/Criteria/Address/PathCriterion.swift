package struct PathCriterion: Criterion {
  /// The raw value is the name of the matcher function for the kind.
  package enum Kind: String, Sendable {
    case whole = "isPath"
    /// A prefix that ends in a slash is a folder: `/a/` matches `/a` and `/a/b`, but not `/ab`.
    case prefix = "pathStartsWith"
    case suffix = "pathEndsWith"
    /// The extension of the last segment, with or without a dot before it.
    case pathExtension = "isExtension"
    case template = "isPathTemplate"
  }

  private let kind: Kind
  /// Everything else is computed, so that stubs take less memory.
  private let written: String

  package init(_ written: String, as kind: Kind = .whole) {
    (self.written, self.kind) = (written, kind)
  }

  package init(parsingTemplate written: String) throws(MatcherMistake) {
    self.init(written, as: .template)
    try reject(because: PathTemplate.reasonAgainst(written))
  }

  private var path: String { written.withoutTrailingSlashes }
  private var template: PathTemplate { PathTemplate(text: path) }

  package var comparison: RequestComparison? {
    switch kind {
    case .whole: return .whole(.path, path)
    case .prefix:
      let path = path
      return .pathPrefix(path, isFolder: path.utf8.count < written.utf8.count)
    case .template: return .pathTemplate(template)
    case .suffix, .pathExtension: return nil
    }
  }

  package var isExact: Bool { comparison != nil }

  package func condition(on probe: RequestProbe) -> Verdict {
    switch kind {
    case .whole, .prefix, .template: .yes
    case .suffix: Verdict(probe.url.withPath { $0.ends(with: path) })
    case .pathExtension:
      Verdict(probe.url.withPath { Self.pathExtension(of: $0).equals(wantedExtension) })
    }
  }

  package func finding(in probe: RequestProbe) -> String { probe.url.pathFinding }

  package func captures(in probe: RequestProbe) -> [String: String] {
    kind == .template ? template.captures(in: probe.url) : [:]
  }

  package func nearness(ofMiss probe: RequestProbe) -> Double {
    let (found, path) = (probe.url.path, path)
    return switch kind {
    case .whole: found.nearness(to: path)
    case .prefix: String(found.prefix(path.count)).nearness(to: path)
    case .suffix: String(found.suffix(path.count)).nearness(to: path)
    case .pathExtension: 0
    case .template: template.nearness(of: found)
    }
  }

  package var weight: Double {
    switch kind {
    case .whole: 3
    case .prefix, .suffix, .template: 2.5
    case .pathExtension: 1
    }
  }

  package func difference(in probe: RequestProbe) -> String? {
    kind == .whole ? probe.url.path.difference(from: path) : nil
  }

  package func hint(in probe: RequestProbe?) -> String? {
    switch kind {
    case .whole, .prefix: PathHint.whole(written, function: kind.rawValue)
    case .suffix: PathHint.part(written, function: kind.rawValue)
    case .pathExtension:
      wantedExtension.contains("/")
        ? "an extension contains no \"/\"; use pathEndsWith(…)"
        : wantedExtension.contains(".")
          ? "an extension is what follows the last dot; use pathEndsWith(…)" : nil
    case .template: PathHint.part(written, function: kind.rawValue) ?? PathHint.colon(written)
    }
  }

  package var description: String { "\(kind.rawValue)(\(written.swiftLiteral))" }

  private var wantedExtension: String {
    written.hasPrefix(".") ? String(written.dropFirst()) : written
  }

  /// The part after the last dot of the last segment, unless that dot stands first or last.
  private static func pathExtension(of path: Bytes) -> Bytes {
    let nothing = Bytes(rebasing: path[path.count...])
    let start = path.lastIndex(of: .slash).map { $0 + 1 } ?? 0
    guard let dot = path.lastIndex(of: .dot), dot > start else { return nothing }
    return Bytes(rebasing: path[(dot + 1)...])
  }
}

extension ScannedURL {
  var pathFinding: String {
    rawPath.isEmpty ? "the URL has no path" : "the path is \(path.swiftLiteral)"
  }
}

extension String {
  /// As `URL.path` has it: a lone slash stays.
  var withoutTrailingSlashes: String {
    guard utf8.last == .slash else { return self }
    var bytes = Substring(self).utf8
    while bytes.count > 1, bytes.last == .slash { bytes.removeLast() }
    return String(Substring(bytes))
  }
}
