import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Passage where D == SessionDoor {
  /// Makes the passage of an instance; nil if no registry answers, in which case the instance has failed.
  static func of(
    _ proto: StubURLProtocol, answeredBy owner: RegistryFinder.Owner, reporter: IssueReporter?,
    origin: String? = nil
  ) -> Passage? {
    let type = type(of: proto)
    guard let registry = owner.registry else {
      LoadingClient(proto).fail(owner.error(for: proto.request, askedBy: type))
      return nil
    }
    let door = SessionDoor(
      of: proto, answeredBy: registry, on: owner.grounds, reporter: reporter)
    let course = Course(
      of: proto.request, answeredBy: registry, toldTo: door, reporter: reporter?.ifTelling,
      origin: origin ?? owner.grounds.remark(on: type))
    return Passage(course, through: door)
  }

  /// Begins in the next turn of the client's context, so that a cancel at once comes before the answer.
  func startLoading(comingBy way: WayIn?) {
    // Simulated time stands still until the start.
    door.time?.begin()
    let handed = Locked(way)
    inContext { passage in
      let context = passage.door.context
      switch context.task?.state {
      case .canceling, .completed:
        // The loading system tells the instance to stop, or has done so already.
        break
      case .suspended where ClientContext.pausesSuspendedTasks:
        passage.pause()
        passage.start()
      default:
        passage.door.begin(atTheEndOf: handed.withLock { $0.take() })
        passage.start()
      }
      passage.door.time?.end()
    }
  }

  func inContext(_ action: @escaping @Sendable (Passage) -> Void) {
    let reference = Reference(passage: self)
    door.context.perform { action(reference.passage) }
  }

  /// Carries a passage to the one context in which it is touched.
  private struct Reference: @unchecked Sendable {
    let passage: Passage
  }

  func resumeLoading() {
    door.step { resume() }
  }
}

/// Brings a result from elsewhere to the passage that waits for it.
struct ReplyHandle: @unchecked Sendable {
  // Unchecked: the passage is touched in the client's context only.

  private let passage: Passage<SessionDoor>
  private let ticket: Int

  init(to passage: Passage<SessionDoor>, by ticket: Int) {
    (self.passage, self.ticket) = (passage, ticket)
  }

  /// Brings a result; simulated time stands still until its consequences have happened.
  func bring(_ input: Input) {
    passage.door.time?.begin()
    bringInTime(input)
  }

  /// Brings a result while simulated time already stands still.
  func bringInTime(_ input: Input) {
    let door = passage.door
    door.context.perform { [self] in
      // The effect is done, so its alarm ends here, even if a paused client keeps the result waiting.
      if passage.isOpen(ticket) { door.workIsOver(with: input) }
      door.surrounded { passage.bring(input, for: ticket) }
      door.time?.end()
    }
  }

  /// Runs an action in the client's context, unless the effect is done by then.
  func whileOpen(_ action: @escaping @Sendable (SessionDoor) -> Void) {
    passage.door.context.perform { [self] in
      if passage.isOpen(ticket) { action(passage.door) }
    }
  }
}
