/// The way of a result from elsewhere back to the passage that asked for it.
struct WayBack: @unchecked Sendable {
  // Unchecked: the passage is touched in the client's context only.

  private let passage: Passage<SessionDoor>
  private let ticket: Int

  init(to passage: Passage<SessionDoor>, by ticket: Int) {
    (self.passage, self.ticket) = (passage, ticket)
  }

  /// Brings a result; simulated time stands still until its consequences have happened.
  func bring(_ news: News) {
    passage.door.time?.begin()
    bringInTime(news)
  }

  /// Brings a result while simulated time already stands still.
  func bringInTime(_ news: News) {
    let door = passage.door
    door.context.perform { [self] in
      // The need is met, so its alarm ends here, even if a paused client keeps the result waiting.
      if passage.isOpen(ticket) { door.workIsOver(with: news) }
      door.surrounded { passage.bring(news, for: ticket) }
      door.time?.end()
    }
  }

  /// Runs an action in the client's context, unless the need has been met by then.
  func whileOpen(_ action: @escaping @Sendable (SessionDoor) -> Void) {
    passage.door.context.perform { [self] in
      if passage.isOpen(ticket) { action(passage.door) }
    }
  }
}
