import StubKit

/// When the responses of an archive arrive.
public struct ArchiveTiming: Sendable, Hashable {
  enum Kind: Sendable {
    case immediate
    case recorded
  }

  let kind: Kind

  /// At once, like those of every other stub.
  public static let immediate = ArchiveTiming(kind: .immediate)

  /// After the time that each took according to the archive, on the registry's clock.
  public static let recorded = ArchiveTiming(kind: .recorded)
}
