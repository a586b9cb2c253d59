import Foundation

/// Runs a course to its end, in the client's context, with a door that performs its effects.
///
/// If an effect has its result at once, the course goes on in a loop, without growing the stack. A
/// later result carries the ticket of its effect, and is dropped if another effect is open by then.
final class Passage {
  typealias Ticket = Int

  private let door: any Door
  // Confined to the client's context; the checks for exclusive access take long in a debug build.
  @exclusivity(unchecked) private var course: Course
  @exclusivity(unchecked) private var ticket: Ticket = 0
  /// The input that came while the client had paused the task: at most one.
  private var held: Input?
  private var isPaused = false
  @exclusivity(unchecked) private var isStepping = false
  /// Whether the client has cancelled in a callback of this step.
  @exclusivity(unchecked) private var isCancelled = false

  /// Makes the course where it is stored, since copying one takes long.
  init(
    of request: URLRequest, answeredBy registry: StubRegistry, through door: any Door,
    reporter: IssueReporter? = nil, origin: String? = nil
  ) {
    course = Course(
      registry: registry, client: door, reporter: reporter,
      hop: Hop(request: request, plainRequest: request),
      origin: origin)
    self.door = door
  }

  func start() { if isPaused { hold(.begun) } else { go(on: .begun) } }

  func isOpen(_ ticket: Ticket) -> Bool { ticket == self.ticket && held == nil }

  func bring(_ input: Input, for ticket: Ticket) {
    guard isOpen(ticket) else {
      // If the decision comes late, the held error ends its exchange; the client hears on resuming.
      if case .failed(let error, _) = held { course.lateness = error }
      return course.drop(input)
    }
    if isPaused { hold(input) } else { go(on: input) }
  }

  private func hold(_ input: Input) {
    held = input
    // While the client pauses the task, a simulated clock need not wait for it.
    _ = door.perform(.nothing, by: ticket, of: self)
  }

  func pause() { isPaused = true }

  func resume() {
    isPaused = false
    if let input = held.take() { go(on: input) }
  }

  /// Ends the request for its client, which is told nothing more.
  func cancel() {
    door.abandon()
    if isStepping {
      isCancelled = true
    } else if course.isOver {
      // The remaining steps run, without a client.
      resume()
    } else {
      isPaused = false
      if let input = held.take() { course.drop(input) }
      go(on: .cancelled)
    }
  }

  private func go(on input: Input) {
    var input: Input? = input
    while let current = input.take() {
      ticket += 1
      isStepping = true
      let effect = course.next(current)
      isStepping = false
      // A course that ended in this step can no longer be cancelled.
      input =
        isCancelled && !course.isOver ? .cancelled : door.perform(effect, by: ticket, of: self)
      isCancelled = false
    }
  }
}
