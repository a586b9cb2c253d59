/// A path in which `{name}` stands for any one segment, and captures it.
package struct PathTemplate: Sendable, Equatable {
  /// Without trailing slashes, such as `/users/{id}`.
  let text: String

  enum Segment: Sendable {
    case literal(String)
    /// Any text but an empty one, captured under this name.
    case parameter(String)
  }

  /// Without the leading slash; none for the path `/`.
  var segments: [Segment] {
    text.withBytes { text in
      PathSegments(text).map { segment in
        segment.first == UInt8(ascii: "{")
          ? .parameter(Bytes(rebasing: segment.dropFirst().dropLast()).text)
          : .literal(segment.text)
      }
    }
  }

  /// Whether a path, which is decoded segment by segment, fits the text of a template.
  @inline(__always)
  static func fits(_ path: Bytes, text: Bytes) -> Bool {
    var (place, position) = (0, 0)
    while position < text.count {
      // A brace stands nowhere but at the start and the end of a parameter.
      if text[position] == UInt8(ascii: "{") {
        let start = place
        while place < path.count, path[place] != .slash { place += 1 }
        if place == start { return false }
        while position < text.count, text[position] != .slash { position += 1 }
      } else {
        guard place < path.count, path[place] == text[position] else { return false }
        place += 1
        position += 1
      }
    }
    return place == path.count
  }

  /// The decoded values by the parameters' names; empty if the path does not fit.
  func captures(in url: ScannedURL) -> [String: String] {
    let fits = url.withSegmentedPath { path in text.withBytes { Self.fits(path, text: $0) } }
    guard fits else { return [:] }
    var captures: [String: String] = [:]
    for (segment, raw) in zip(segments, PathSegments(url.trimmedPath)) {
      guard case .parameter(let name) = segment else { continue }
      captures[name] = PercentDecoding.string(from: raw) ?? raw.text
    }
    return captures
  }

  func nearness(of path: String) -> Double {
    let found = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let segments = segments
    let longer = max(found.count, segments.count)
    guard longer > 0 else { return 0 }
    let likenesses = zip(found, segments).map { found, segment -> Double in
      switch segment {
      case .literal(let text): String(found).nearness(to: text)
      case .parameter: found.isEmpty ? 0 : 1
      }
    }
    return min(likenesses.reduce(0, +) / Double(longer), 0.95)
  }

  static func reasonAgainst(_ written: String) -> String? {
    if let reason = PathHint.end(of: written, calledA: "template") { return reason }
    let parameters = written.withoutTrailingSlashes.split(separator: "/")
      .filter { $0.contains(where: "{}".contains) }
    let names = parameters.map { $0.dropFirst().dropLast() }
    let areWhole = zip(parameters, names).allSatisfy { segment, name in
      segment.first == "{" && segment.last == "}" && !name.contains(where: "{}".contains)
        && name.contains { !$0.isWhitespace }
    }
    return written.hasPrefix("/") && areWhole && Set(names).count == names.count
      ? nil
      : "a template starts with \"/\", and a parameter is a whole segment with a name of its own: "
        + "\"/users/{id}\""
  }
}
