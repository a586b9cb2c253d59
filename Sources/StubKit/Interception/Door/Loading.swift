import Foundation

/// The loading of a protocol's instance: a passage through the door of its session.
struct Loading: @unchecked Sendable {
  // Unchecked: the passage is touched in the client's context only.

  private let passage: Passage
  private let door: SessionDoor

  /// Nil if no registry answers; then the client was told of the failure.
  init?(
    of proto: StubURLProtocol, answeredBy owner: RegistryFinder.Owner, reporter: IssueReporter?,
    origin: String? = nil
  ) {
    let type = type(of: proto)
    guard let registry = owner.registry else {
      LoadingClient(proto).fail(owner.error(for: proto.request, askedBy: type))
      return nil
    }
    door = SessionDoor(of: proto, answeredBy: registry, on: owner.grounds, reporter: reporter)
    passage = Passage(
      of: proto.request, answeredBy: registry, through: door,
      reporter: reporter?.ifTelling, origin: origin ?? owner.grounds.remark(on: type))
  }

  /// Begins in the next turn of the client's context, so that an immediate cancel precedes the answer.
  func start(comingBy way: WayIn?) {
    // Simulated time stands still until the start.
    door.time?.begin()
    let handed = way.map { Locked(Optional($0)) }
    door.inContext { [self] in
      switch door.context?.state {
      case .canceling, .completed:
        // The loading system tells the instance to stop, or has done so already.
        break
      case .suspended where ClientContext.pausesSuspendedTasks:
        passage.pause()
        passage.start()
      default:
        door.begin(atTheEndOf: handed?.withLock { $0.take() })
        passage.start()
      }
      door.time?.end()
    }
  }

  func inContext(_ action: @escaping @Sendable (Passage) -> Void) {
    door.inContext { action(passage) }
  }

  func resume() { inContext { [door] passage in door.step { passage.resume() } } }

  /// Cancels the loading; to be called in the client's context.
  func cancel() { passage.cancel() }
}

/// Brings a result from elsewhere to the passage that waits for it.
struct ReplyHandle: @unchecked Sendable {
  // Unchecked: the passage is touched in the client's context only.

  private let passage: Passage
  private let door: PerformingDoor
  private let ticket: Int

  init(to passage: Passage, through door: PerformingDoor, by ticket: Int) {
    (self.passage, self.door, self.ticket) = (passage, door, ticket)
  }

  /// Brings a result; simulated time stands still until its consequences have happened.
  func bring(_ input: Input) {
    door.time?.begin()
    bringInTime(input)
  }

  /// Brings a result while simulated time already stands still.
  func bringInTime(_ input: Input) {
    door.inContext { [self] in
      // The effect is done, so its alarm ends here, even if a paused client keeps the result waiting.
      if passage.isOpen(ticket) { door.workIsOver(with: input) }
      door.surrounded { passage.bring(input, for: ticket) }
      door.time?.end()
    }
  }

  /// Runs an action in the client's context, unless the effect is done by then.
  func whileOpen(_ action: @escaping @Sendable (PerformingDoor) -> Void) {
    door.inContext { [self] in
      if passage.isOpen(ticket) { action(door) }
    }
  }
}
