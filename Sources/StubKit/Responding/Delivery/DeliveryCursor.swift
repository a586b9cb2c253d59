import Foundation

/// Makes the steps of a delivery one by one; its size is fixed, however long the body.
struct DeliveryCursor: IteratorProtocol {
  enum Due {
    case take(DeliveryPlan.Action)
    case wait(until: Duration)
    case pull(Reply.Source, lastProgress: Duration)
    /// Nothing more comes, not even an end.
    case nothing
  }

  private enum Phase {
    case upload(sent: Int)
    case head
    case body(Feed)
    case over
  }

  /// Where the next piece of a body comes from, once the current one has been delivered.
  private enum Feed {
    case data(Data)
    case stream([StreamEvent], next: Int, time: Duration)
    case source(Reply.Source, Pulling)
  }

  private enum Pulling {
    case unopened, begun, ended
  }

  private var plan: DeliveryPlan
  private var phase: Phase
  /// The rest of the current piece of the body, and when the piece arrived.
  private var (piece, since) = (Data(), Duration.zero)
  /// The time of the last step, or of a later piece of the source; negative before the first.
  private var progress: Duration
  /// The time that the delivery has reached; a later step is not due.
  private var now = Duration.zero
  private var upcoming: DeliveryPlan.Step?

  init(_ plan: DeliveryPlan) {
    (self.plan, progress) = (plan, .zero - plan.waited)
    phase = plan.uploadBytes > 0 ? .upload(sent: 0) : .head
  }

  var timeLimits: TimeLimits { plan.timeLimits }
  var bodyLength: BodyLength { plan.bodyLength }

  mutating func due() -> Due {
    guard let step = upcoming.take() ?? next() else {
      guard case .body(.source(let source, _)) = phase else { return .nothing }
      return .pull(source, lastProgress: now)
    }
    guard step.time <= now else {
      upcoming = step
      return .wait(until: step.time)
    }
    return .take(step.action)
  }

  mutating func reach() { if let upcoming { now = max(now, upcoming.time) } }

  /// Nil ends the source.
  mutating func pull(_ piece: Data?, at time: Duration) {
    // A piece is progress even if it took long: the time limit has already been checked.
    now = max(now, time)
    progress = now
    guard case .body(.source(let source, _)) = phase else { return }
    phase = .body(.source(source, piece == nil ? .ended : .begun))
    (self.piece, since) = (piece ?? Data(), time)
  }

  /// Nil at the end, and while the source has to yield a piece.
  mutating func next() -> DeliveryPlan.Step? {
    let unlimited: DeliveryPlan.Step? =
      switch phase {
      case .upload(let sent): nextOfUpload(sent: sent)
      case .head: head()
      case .body(let feed): nextOfBody(feed)
      case .over: nil
      }
    guard let unlimited else { return nil }
    let step = plan.timeLimits.limiting(unlimited, lastProgress: progress)
    progress = step.time
    if step.action.isLast { phase = .over }
    return step
  }

  private mutating func nextOfUpload(sent: Int) -> DeliveryPlan.Step {
    switch plan.upload.next(of: plan.uploadBytes - sent) {
    case .bytes(let count, let time):
      let sent = sent + count
      phase = sent == plan.uploadBytes ? .head : .upload(sent: sent)
      return step(.sent(bytes: sent), at: time)
    case .ending(let action):
      return step(action)
    }
  }

  private mutating func head() -> DeliveryPlan.Step {
    let time = max(progress, .zero) + plan.pause
    switch plan.content {
    case .reply(let reply):
      plan.body.start(at: time)
      switch reply.body {
      case .data(let data): (piece, phase) = (data, .body(.data(data)))
      case .stream(let events): phase = .body(.stream(events, next: 0, time: time))
      case .source(let source): phase = .body(.source(source, .unopened))
      }
      return step(.head(reply.head), at: time)
    case .failure(let error): return step(.fail(error), at: time)
    case .hang: return step(.hang)
    }
  }

  private mutating func nextOfBody(_ feed: Feed) -> DeliveryPlan.Step? {
    guard piece.isEmpty else { return nextOfPiece(of: feed) }
    switch feed {
    case .data(let data):
      let time = data.isEmpty ? progress + plan.timeWithoutBytes : progress
      return step(plan.body.ending ?? .finish, at: time)
    case .stream(let events, let next, let time):
      guard let end = takePiece(of: events, from: next, time: time) else {
        return nextOfPiece(of: feed)
      }
      return plan.body.ending.map { step($0) } ?? end
    // A source has to begin even if the body is cut off before its first byte.
    case .source(_, .unopened): return nil
    case .source(_, .begun): return plan.body.ending.map { step($0) }
    case .source(_, .ended): return step(.finish)
    }
  }

  /// Takes the next piece that is not empty; returns the end if there is none.
  private mutating func takePiece(
    of events: [StreamEvent], from next: Int, time: Duration
  ) -> DeliveryPlan.Step? {
    var (next, time) = (next, time)
    // Empty pieces only pass time.
    while piece.isEmpty {
      guard next < events.count else { return step(.finish, at: time) }
      time += events[next].after
      switch events[next].kind {
      case .data(let data): (piece, since) = (data, time)
      case .finish: return step(.finish, at: time)
      case .hang: return step(.hang, at: time)
      case .fail(let error): return step(.fail(error), at: time)
      }
      next += 1
    }
    phase = .body(.stream(events, next: next, time: time))
    return nil
  }

  private mutating func nextOfPiece(of feed: Feed) -> DeliveryPlan.Step {
    switch plan.body.next(of: piece.count, since: since) {
    case .bytes(let count, let time):
      defer { piece = piece.dropFirst(count) }
      guard case .data(let data) = feed else {
        return step(.piece(piece.prefix(count).basedAtZero), at: time)
      }
      let start = data.count - piece.count
      return step(.chunk(start..<start + count, of: data), at: time)
    case .ending(let action):
      return step(action)
    }
  }

  private func step(_ action: DeliveryPlan.Action, at time: Duration = .zero) -> DeliveryPlan.Step {
    DeliveryPlan.Step(time: max(progress, time), action: action)
  }
}
