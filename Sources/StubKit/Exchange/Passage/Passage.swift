/// Runs a course to its end, in the client's context, with a door that performs its effects.
///
/// An effect whose result is there at once goes on in the same loop, on the same stack. A later result
/// carries the ticket of its effect, and is dropped if another effect is open by then.
final class Passage<D: Door> {
  typealias Ticket = Int

  let door: D
  private var course: Course<D>
  /// The ticket of the one open need.
  private var ticket: Ticket = 0
  /// The input that came while the client had paused the task; there is at most one.
  private var held: News?
  private var isPaused = false
  private var isStepping = false
  /// Whether the client has cancelled in a callback of this step.
  private var isCancelled = false

  init(_ course: Course<D>, through door: D) {
    self.course = course
    self.door = door
  }

  /// Begins, at once or when the paused client resumes.
  func start() {
    if isPaused { held = .begun } else { go(on: .begun) }
  }

  func isOpen(_ ticket: Ticket) -> Bool {
    ticket == self.ticket && held == nil
  }

  /// Brings the input for the need with this ticket.
  func bring(_ news: News, for ticket: Ticket) {
    guard isOpen(ticket) else { return course.drop(news) }
    if isPaused { held = news } else { go(on: news) }
  }

  /// Holds input back until the client resumes.
  func pause() {
    isPaused = true
  }

  func resume() {
    isPaused = false
    if let news = held.take() { go(on: news) }
  }

  /// Cancels the course; the client is told nothing more.
  func cancel() {
    door.abandon()
    if isStepping {
      isCancelled = true
    } else if course.isOver {
      // The remaining steps run, without a client.
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
      // A course that ended in this step can no longer be cancelled.
      news = isCancelled && !course.isOver ? .cancelled : door.meet(need, by: ticket, of: self)
      isCancelled = false
    }
  }
}
