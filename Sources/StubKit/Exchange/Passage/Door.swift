/// Performs effects: at once, or later through `Passage.bring`.
protocol Door: Client {
  /// Returns the input for a need at once, or nil and brings it later with this ticket.
  ///
  /// Work for earlier tickets is no longer wanted.
  func meet(_ need: Need, by ticket: Passage<Self>.Ticket, of passage: Passage<Self>) -> News?
  /// Releases the client, which is told nothing more.
  func abandon()
}
