extension StubResponse {
  /// What comes before the body: the status and the header fields.
  public struct Head: Sendable, Hashable {
    /// The status code.
    public internal(set) var status: Int
    /// The header fields.
    public internal(set) var headers: StubHeaders
  }
}
