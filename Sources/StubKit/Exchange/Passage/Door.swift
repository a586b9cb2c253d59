/// Where needs are met: at once, or later through `Passage.bring`.
protocol Door: Client {
  /// Meets a need, or sees to it that its news is brought by this ticket.
  ///
  /// Nothing that was done for an earlier ticket is wanted any more.
  func meet(_ need: Need, by ticket: Passage<Self>.Ticket, of passage: Passage<Self>) -> News?
  /// Lets go of the client, which hears no more.
  func abandon()
}
