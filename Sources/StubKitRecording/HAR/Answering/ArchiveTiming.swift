import StubKit

/// When the responses of an archive arrive.
public struct ArchiveTiming: Sendable, Hashable {
  enum Kind: Sendable {
    case immediate
    case recorded
  }

  let kind: Kind

  /// At once, like the responses of other stubs.
  public static let immediate = ArchiveTiming(kind: .immediate)

  /// After the time that each response took when it was recorded, on the registry's clock.
  public static let recorded = ArchiveTiming(kind: .recorded)
}
