import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a protocol instance does.
extension Passage where D == SessionDoor {
  /// The passage of an instance; nil, and the instance has failed, if no registry answers it.
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

  /// The task begins, one turn of the client's context later.
  ///
  /// A cancel that follows at once comes before the answer then, as it does before that of a server.
  ///
  /// - Parameter way: The way to the start, which is over then.
  func startLoading(comingBy way: WayIn?) {
    // Time stands still meanwhile.
    door.time?.begin()
    let handed = Locked(way)
    inContext { passage in
      let context = passage.door.context
      switch context.task?.state {
      case .canceling, .completed:
        // The loading system tells the instance to stop, or has done so.
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

  /// Does something in the client's context, some time later.
  func inContext(_ action: @escaping @Sendable (Passage) -> Void) {
    let reference = Reference(passage: self)
    door.context.perform { action(reference.passage) }
  }

  /// Carries a passage to the one context in which it is touched.
  private struct Reference: @unchecked Sendable {
    let passage: Passage
  }

  /// The task goes on after it was suspended.
  func resumeLoading() {
    door.step { resume() }
  }
}
