import StubKit

/// The parts in which a request must equal an archived request to get its response.
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
  /// The body: JSON, forms and parts are compared by meaning, other bodies byte for byte.
  public static let body = ArchiveMatching(rawValue: 1 << 4)
  /// Any body: requests that differ only in their bodies get answers in the order of the archive.
  ///
  /// ```swift
  /// try stub(har: url, matching: [.standard, .anyBody])
  /// ```
  public static let anyBody = ArchiveMatching(rawValue: 1 << 5)

  /// Everything but the body, unless the archive has several bodies for one address.
  ///
  /// Several bodies are compared, but times, UUIDs and random values in them may differ: requests
  /// that differ in nothing else get answers in the order of the archive. Of a single body, only
  /// the name of its GraphQL operation is compared, if it has one.
  public static let standard: ArchiveMatching = [.method, .host, .path, .query]
}
