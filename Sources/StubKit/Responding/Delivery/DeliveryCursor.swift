import Foundation

/// Makes the timed steps of a delivery one by one; its state has a fixed size, however long the body.
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
    case response
    case data(Data, sent: Int)
    case stream([StreamEvent], next: Int, time: Duration)
    case source(Reply.Source, Pulling)
    case over
  }

  private enum Pulling {
    case unasked, asked, begun, ended
  }

  private var plan: DeliveryPlan
  private var phase: Phase
  /// The rest of the current piece of a stream or a source, and when it arrived.
  private var (piece, since) = (Data(), Duration.zero)
  /// The time of the last step, or of a later piece of the source.
  private var progress = Duration.zero
  /// The time of the delivery; a step beyond it is not due.
  private var now = Duration.zero
  private var upcoming: DeliveryPlan.Step?

  init(_ plan: DeliveryPlan) {
    self.plan = plan
    phase = plan.uploadBytes > 0 ? .upload(sent: 0) : .response
  }

  var timeLimits: TimeLimits { plan.timeLimits }
  var bodyLength: BodyLength { plan.bodyLength }

  mutating func due() -> Due {
    guard let step = upcoming.take() ?? next() else {
      guard case .source(let source, _) = phase else { return .nothing }
      return .pull(source, lastProgress: now)
    }
    guard step.time <= now else {
      upcoming = step
      return .wait(until: step.time)
    }
    if case .pull = step.action { return due() }
    return .take(step.action)
  }

  mutating func reach() { if let upcoming { now = max(now, upcoming.time) } }

  /// Adds a piece of the source; nil ends it.
  mutating func pull(_ piece: Data?, at time: Duration) {
    // A piece is progress even if it took long: the time limit has already been checked.
    now = max(now, time)
    progress = now
    guard case .source(let source, _) = phase else { return }
    phase = .source(source, piece == nil ? .ended : .begun)
    (self.piece, since) = (piece ?? Data(), time)
  }

  /// Returns the next step, or the timeout before it; nil while the source has to yield a piece.
  mutating func next() -> DeliveryPlan.Step? {
    guard let unlimited = nextWithoutLimits() else { return nil }
    let step = plan.timeLimits.limiting(unlimited, lastProgress: progress)
    progress = step.time
    if step.action.isLast { phase = .over }
    return step
  }

  private mutating func nextWithoutLimits() -> DeliveryPlan.Step? {
    switch phase {
    case .upload(let sent): nextOfUpload(sent: sent)
    case .response: response()
    case .data(let data, let sent): nextOfData(data, sent: sent)
    case .stream(let events, let next, let time): nextOfStream(events, from: next, time: time)
    case .source(let source, let pulling): nextOfSource(source, pulling)
    case .over: nil
    }
  }

  private mutating func nextOfUpload(sent: Int) -> DeliveryPlan.Step {
    switch plan.upload.next(of: plan.uploadBytes - sent) {
    case .bytes(let count, let time):
      let sent = sent + count
      phase = sent == plan.uploadBytes ? .response : .upload(sent: sent)
      return step(.sent(bytes: sent), at: time)
    case .ending(let action):
      return step(action)
    }
  }

  private mutating func response() -> DeliveryPlan.Step {
    let time = progress + plan.pause
    switch plan.content {
    case .reply(let reply):
      plan.body.start(at: time)
      phase =
        switch reply.body {
        case .data(let data): .data(data, sent: 0)
        case .stream(let events): .stream(events, next: 0, time: time)
        case .source(let source): .source(source, .unasked)
        }
      return step(.head(reply.head), at: time)
    case .failure(let error): return step(.fail(error), at: time)
    case .hang: return step(.hang)
    }
  }

  private mutating func nextOfData(_ data: Data, sent: Int) -> DeliveryPlan.Step {
    guard sent < data.count else {
      let time = data.isEmpty ? progress + plan.timeWithoutBytes : progress
      return step(plan.body.ending ?? .finish, at: time)
    }
    switch plan.body.next(of: data.count - sent) {
    case .bytes(let count, let time):
      phase = .data(data, sent: sent + count)
      return step(.chunk(sent..<(sent + count), of: data), at: time)
    case .ending(let action):
      return step(action)
    }
  }

  private mutating func nextOfStream(
    _ events: [StreamEvent], from next: Int, time: Duration
  ) -> DeliveryPlan.Step {
    var (next, time) = (next, time)
    var ending = DeliveryPlan.Action.finish
    // Empty pieces only pass time.
    search: while piece.isEmpty, next < events.count {
      let event = events[next]
      next += 1
      time += event.after
      switch event.kind {
      case .data(let data): (piece, since) = (data, time)
      case .finish: break search
      case .hang:
        ending = .hang
        break search
      case .fail(let error):
        ending = .fail(error)
        break search
      }
    }
    guard piece.isEmpty else {
      phase = .stream(events, next: next, time: time)
      return nextOfPiece()
    }
    return plan.body.ending.map { step($0) } ?? step(ending, at: time)
  }

  private mutating func nextOfSource(
    _ source: @escaping Reply.Source, _ pulling: Pulling
  ) -> DeliveryPlan.Step? {
    switch pulling {
    case .unasked:
      phase = .source(source, .asked)
      return step(.pull(source))
    // A source has to begin even if the body is cut off before its first byte.
    case .asked: return nil
    case .begun, .ended:
      if !piece.isEmpty { return nextOfPiece() }
      return pulling == .ended ? step(.finish) : plan.body.ending.map { step($0) }
    }
  }

  private mutating func nextOfPiece() -> DeliveryPlan.Step {
    switch plan.body.next(of: piece.count, since: since) {
    case .bytes(let count, let time):
      defer { piece = piece.dropFirst(count) }
      return step(.piece(piece.prefix(count).basedAtZero), at: time)
    case .ending(let action):
      return step(action)
    }
  }

  private func step(_ action: DeliveryPlan.Action, at time: Duration = .zero) -> DeliveryPlan.Step {
    DeliveryPlan.Step(time: max(progress, time), action: action)
  }
}
