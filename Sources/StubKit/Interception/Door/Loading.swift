import Foundation

struct Loading: @unchecked Sendable {
  // Unchecked: the passage is touched in the client's context only.

  private let passage: Passage
  private let door: SessionDoor

  /// Nil if no registry answers; the client is then told of the failure.
  init?(
    of proto: StubURLProtocol, answeredBy owner: RegistryFinder.Owner, reporter: IssueReporter?,
    origin: String? = nil
  ) {
    let type = type(of: proto)
    guard let registry = owner.registry else {
      let error = owner.error(for: proto.request, askedBy: type)
      LoadingClient(proto).fail(Discretion.here.shown(error, of: proto.request))
      return nil
    }
    door = SessionDoor(of: proto, answeredBy: registry, on: owner.grounds, reporter: reporter)
    passage = Passage(
      of: proto.request, answeredBy: registry, through: door,
      reporter: reporter?.ifTelling, origin: origin ?? owner.grounds.remark(on: type))
  }

  /// Begins in the client's next turn, so that an immediate cancel comes before the answer.
  func start(comingBy transit: Transit?) {
    door.time?.begin()
    let handed = transit.map { Locked(Optional($0)) }
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

  /// To be called in the client's context.
  func cancel() { passage.cancel() }
}

/// Brings the result of an effect to the passage that waits for it, from any thread.
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
      // The effect is done, so its alarm ends, even if a paused client keeps the result waiting.
      if passage.isOpen(ticket) { door.workIsOver(with: input) }
      door.surrounded { passage.bring(input, for: ticket) }
      door.time?.end()
    }
  }

  func whileOpen(_ action: @escaping @Sendable (PerformingDoor) -> Void) {
    door.inContext { [self] in
      if passage.isOpen(ticket) { action(door) }
    }
  }
}
