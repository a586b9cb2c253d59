/// The segments of a path between its slashes, as views into its bytes, left to right.
///
/// The path is split before decoding, so that `%2F` stays inside a segment.
struct PathSegments: Sequence, IteratorProtocol {
  typealias Bytes = ScannedURL.Bytes

  private let path: Bytes
  /// The start of the next segment; beyond the end of the path after the last one.
  private var position: Int

  /// Takes a path without trailing slashes; `/` and relative paths have no segments.
  @inline(__always)
  init(_ path: Bytes) {
    self.path = path
    position = path.count > 1 && path[0] == .slash ? 1 : path.count + 1
  }

  @inline(__always)
  mutating func next() -> Bytes? {
    guard position <= path.count else { return nil }
    let start = position
    while position < path.count, path[position] != .slash { position += 1 }
    defer { position += 1 }
    return Bytes(start: path.baseAddress.map { $0 + start }, count: position - start)
  }
}
