/// A path in which `{name}` stands for any one segment, and captures it.
struct PathTemplate: Sendable, Hashable {
  /// One part of the path between slashes.
  enum Segment: Sendable, Hashable {
    case literal(String)
    case parameter(String)
  }

  /// The segments, without the slash in front.
  let segments: [Segment]
}
