/// How much body follows a head.
enum BodyLength: Sendable, Hashable {
  case exactly(Int)
  /// This much, as if that were all of it.
  case cutShort(to: Int)
  case unknown
}
