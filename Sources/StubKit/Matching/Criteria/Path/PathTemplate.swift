/// A path in which `{name}` stands for any one segment, and captures it.
package struct PathTemplate: Sendable, Hashable {
  /// The template without trailing slashes, such as `/users/{id}`.
  let text: String

  enum Segment: Sendable, Hashable {
    /// This decoded text.
    case literal(String)
    /// Any text but an empty one, captured under this name.
    case parameter(String)
  }

  /// The segments, without the leading slash; none for the path `/`.
  var segments: [Segment] {
    text.withBytes { text in
      PathSegments(text).map { segment in
        segment.first == Self.openBrace
          ? .parameter(ScannedURL.Bytes(rebasing: segment.dropFirst().dropLast()).text)
          : .literal(segment.text)
      }
    }
  }

  /// Whether a path, decoded segment by segment, fits the text of a template.
  @inline(__always)
  static func fits(_ path: ScannedURL.Bytes, text: ScannedURL.Bytes) -> Bool {
    var place = 0
    var position = 0
    while position < text.count {
      if text[position] == openBrace {
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

  /// Returns the decoded values of the parameters; empty for a path that does not fit.
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

  /// The first byte of a parameter, which occurs nowhere else.
  @inline(__always)
  private static var openBrace: UInt8 { UInt8(ascii: "{") }
}
