extension StubResponse {
  /// What a sequence does when its last response has been used.
  public struct SequenceEnd: Sendable {
    enum Kind: Sendable {
      case repeatLast
      case fail
      case cycle
    }

    let kind: Kind

    /// Goes on with the last response.
    public static let repeatLast = SequenceEnd(kind: .repeatLast)
    /// Fails with an error that says how many responses there were.
    public static let fail = SequenceEnd(kind: .fail)
    /// Starts again with the first response.
    public static let cycle = SequenceEnd(kind: .cycle)
  }
}
