/// Takes a course through a door, in the client's context: need by need, to its end.
///
/// What is met at once goes on in the same loop, on the same stack. What comes later brings the
/// ticket of its need with it; if another need stands open by then, it came too late and is dropped.
final class Passage<D: Door> {
  /// Names a need.
  typealias Ticket = Int

  let door: D
  private var course: Course<D>
  /// Names the one open need.
  private var ticket: Ticket = 0
  /// What came while the client had paused; there is never a second.
  private var held: News?
  private var isPaused = false
  private var isStepping = false
  /// Whether the client has cancelled from within what it is being told.
  private var isCancelled = false

  init(_ course: Course<D>, through door: D) {
    self.course = course
    self.door = door
  }

  /// Begins, once, or when a client that has paused before resumes.
  func start() {
    if isPaused { held = .begun } else { go(on: .begun) }
  }

  /// Whether a need is still open.
  func isOpen(_ ticket: Ticket) -> Bool {
    ticket == self.ticket && held == nil
  }

  /// Brings news for the need with this ticket.
  func bring(_ news: News, for ticket: Ticket) {
    guard isOpen(ticket) else { return course.drop(news) }
    if isPaused { held = news } else { go(on: news) }
  }

  /// The client has paused: news waits until it resumes.
  func pause() {
    isPaused = true
  }

  /// The client wants to hear more.
  func resume() {
    isPaused = false
    if let news = held.take() { go(on: news) }
  }

  /// The client has cancelled, and hears no more.
  func cancel() {
    door.abandon()
    if isStepping {
      isCancelled = true
    } else if course.isOver {
      // It goes on to its end, of which nobody hears.
      resume()
    } else {
      isPaused = false
      if let news = held.take() { course.drop(news) }
      go(on: .cancelled)
    }
  }

  private func go(on news: News) {
    var news: News? = news
    while let current = news {
      ticket += 1
      isStepping = true
      let need = course.next(current)
      isStepping = false
      // What has ended by the same step is not cancelled any more.
      news = isCancelled && !course.isOver ? .cancelled : door.meet(need, by: ticket, of: self)
      isCancelled = false
    }
  }
}
