/// A path in which `{name}` stands for any one segment, and captures it.
struct PathTemplate: Sendable, Hashable {
  /// One part of the path between slashes.
  enum Segment: Sendable, Hashable {
    /// This text, decoded.
    case literal(String)
    /// Anything but nothing, captured under this name.
    case parameter(String)
  }

  /// The segments, without the slash in front; none for the path `/`.
  let segments: [Segment]

  /// Whether a path fits, given as it stands in the URL but without trailing slashes.
  ///
  /// It is cut at its slashes before anything is decoded, so that `%2F` stays inside a segment.
  func matches(_ rawPath: ScannedURL.Bytes) -> Bool {
    var rest = RawSegments(rawPath)
    for segment in segments {
      guard let raw = rest.next() else { return false }
      switch segment {
      case .literal(let text):
        guard PercentDecoding.bytes(raw, spell: text) else { return false }
      case .parameter:
        guard !raw.isEmpty else { return false }
      }
    }
    return rest.isAtEnd
  }

  /// The decoded values of the parameters; empty for a path that does not fit.
  func captures(in rawPath: ScannedURL.Bytes) -> [String: String] {
    guard matches(rawPath) else { return [:] }
    var captures: [String: String] = [:]
    var rest = RawSegments(rawPath)
    for segment in segments {
      guard let raw = rest.next() else { break }
      guard case .parameter(let name) = segment else { continue }
      captures[name] = PercentDecoding.string(from: raw) ?? raw.text
    }
    return captures
  }

  /// The parts of a path between its slashes, as views.
  private struct RawSegments: IteratorProtocol {
    private var rest: ScannedURL.Bytes?
    /// False for a path that does not start with a slash, which fits no template.
    private let isAbsolute: Bool

    init(_ path: ScannedURL.Bytes) {
      isAbsolute = path.first == .slash
      rest = isAbsolute && path.count > 1 ? ScannedURL.Bytes(rebasing: path[1...]) : nil
    }

    var isAtEnd: Bool { isAbsolute && rest == nil }

    mutating func next() -> ScannedURL.Bytes? {
      guard let bytes = rest else { return nil }
      guard let slash = bytes.firstIndex(of: .slash) else {
        rest = nil
        return bytes
      }
      rest = ScannedURL.Bytes(rebasing: bytes[(slash + 1)...])
      return ScannedURL.Bytes(rebasing: bytes[..<slash])
    }
  }
}

extension PathTemplate: CustomStringConvertible {
  /// The template as one would write it.
  var description: String {
    let parts = segments.map { segment in
      switch segment {
      case .literal(let text): text
      case .parameter(let name): "{\(name)}"
      }
    }
    return "/" + parts.joined(separator: "/")
  }
}
