/// What a request must have in common with one in an archive to get its response.
///
/// ```swift
/// try stub(har: url, matching: [.method, .path, .query, .body])
/// ```
public struct ArchiveMatching: OptionSet, Sendable, Hashable {
  /// The parts as bits.
  public let rawValue: Int

  /// Makes a set from its bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The method.
  public static let method = ArchiveMatching(rawValue: 1 << 0)
  /// The host and the port.
  public static let host = ArchiveMatching(rawValue: 1 << 1)
  /// The path.
  public static let path = ArchiveMatching(rawValue: 1 << 2)
  /// The query items, all of them, in any order.
  public static let query = ArchiveMatching(rawValue: 1 << 3)
  /// The body: JSON and forms by what they mean, others byte for byte.
  public static let body = ArchiveMatching(rawValue: 1 << 4)

  /// Everything but the body.
  public static let standard: ArchiveMatching = [.method, .host, .path, .query]
}
