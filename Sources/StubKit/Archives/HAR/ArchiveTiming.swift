/// When the responses of an archive come.
public struct ArchiveTiming: Sendable, Hashable {
  enum Kind: Sendable {
    case immediate
    case recorded
  }

  let kind: Kind

  /// At once, as every other stub.
  public static let immediate = ArchiveTiming(kind: .immediate)

  /// After the time that the archive says each took, on the registry's clock.
  public static let recorded = ArchiveTiming(kind: .recorded)
}
