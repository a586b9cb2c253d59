/// The parts of a path between its slashes as views into its bytes, left to right.
///
/// The path is cut before anything is decoded, so that `%2F` stays inside a segment.
struct PathSegments: Sequence, IteratorProtocol {
  typealias Bytes = ScannedURL.Bytes

  private let path: Bytes
  /// Where the next segment starts; beyond the end of the path if there is none.
  private var position: Int

  /// Cuts a path that has no slashes at its end; `/` and paths that are relative have no segments.
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
