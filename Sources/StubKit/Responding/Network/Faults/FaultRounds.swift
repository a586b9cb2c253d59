/// Whether a request that is made again after a fault meets it again.
public struct FaultRounds: Sendable, Hashable {
  package let isLasting: Bool

  /// The fault happens once: who asks again gets the answer.
  public static let once = FaultRounds(isLasting: false)
  /// The fault stays: who asks again meets it again.
  public static let always = FaultRounds(isLasting: true)
}
