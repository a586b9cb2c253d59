/// The way from elsewhere back to a passage, for the news of one need.
struct WayBack: @unchecked Sendable {
  // Unchecked: the passage is touched in the client's context only.

  private let passage: Passage<SessionDoor>
  private let ticket: Int

  init(to passage: Passage<SessionDoor>, by ticket: Int) {
    (self.passage, self.ticket) = (passage, ticket)
  }

  /// Brings news; simulated time stands still until what follows from it has happened.
  func bring(_ news: News) {
    passage.door.time?.begin()
    bringInTime(news)
  }

  /// Brings news from somebody for whom simulated time stands still already.
  func bringInTime(_ news: News) {
    let door = passage.door
    door.context.perform { [self] in
      // The open need is met: nobody loses patience while a client that has paused lets it wait.
      if passage.isOpen(ticket) { door.workIsOver(with: news) }
      door.surrounded { passage.bring(news, for: ticket) }
      door.time?.end()
    }
  }

  /// Does something for the need while it is open, in the client's context.
  func whileOpen(_ action: @escaping @Sendable (SessionDoor) -> Void) {
    passage.door.context.perform { [self] in
      if passage.isOpen(ticket) { action(passage.door) }
    }
  }
}
