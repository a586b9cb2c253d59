import StubKit

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
  /// The body: JSON, forms and parts by what they mean, others byte for byte.
  public static let body = ArchiveMatching(rawValue: 1 << 4)
  /// Any body: requests that differ in nothing else are answered in the order of the archive.
  ///
  /// ```swift
  /// try stub(har: url, matching: [.standard, .anyBody])
  /// ```
  public static let anyBody = ArchiveMatching(rawValue: 1 << 5)

  /// Everything but the body, which decides only where the archive has several for an address.
  ///
  /// There, times, UUIDs and random values in a body may be others than in the archive: requests that
  /// differ in nothing else are answered in the order of the archive. Of a single body only its GraphQL
  /// operation is compared, if it is one.
  public static let standard: ArchiveMatching = [.method, .host, .path, .query]
}
