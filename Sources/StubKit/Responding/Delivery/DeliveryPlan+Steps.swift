import Foundation

/// Makes the steps one by one; the plan's size is fixed, however long the body.
extension DeliveryPlan {
  enum Due {
    case take(Action)
    case wait(until: Duration)
    case pull(Reply.Source)
    /// Nothing more comes, not even an end.
    case nothing
  }

  enum Phase {
    case upload(sent: Int)
    case head
    case body(Feed)
    case over
  }

  /// Where the next piece of a body comes from, once the current one has been delivered.
  enum Feed {
    case data(Data)
    case stream(ArraySlice<StreamEvent>, time: Duration)
    case source(Reply.Source, isAtEnd: Bool)
  }

  mutating func due() -> Due {
    guard let step = upcoming.take() ?? next() else {
      guard case .body(.source(let source, _)) = phase else { return .nothing }
      return .pull(source)
    }
    guard step.time <= now else {
      upcoming = step
      return .wait(until: step.time)
    }
    return .take(step.action)
  }

  mutating func reach() { if let upcoming { now = max(now, upcoming.time) } }

  /// Takes a piece that the source yielded at `time`; a nil piece ends the source.
  mutating func pull(_ piece: Data?, at time: Duration) {
    // A piece is progress even if it took long: the time limit has already been checked.
    now = max(now, time)
    progress = now
    guard case .body(.source(let source, _)) = phase else { return }
    phase = .body(.source(source, isAtEnd: piece == nil))
    (self.piece, since) = (piece ?? Data(), time)
  }

  /// Nil at the end, and while the source has to yield a piece.
  mutating func next() -> Step? {
    let unlimited: Step? =
      switch phase {
      case .upload(let sent): nextOfUpload(sent: sent)
      case .head: head()
      case .body(let feed): nextOfBody(feed)
      case .over: nil
      }
    guard let unlimited else { return nil }
    let step = timeLimits.limiting(unlimited, after: progress)
    progress = step.time
    if step.action.isLast { phase = .over }
    return step
  }

  private mutating func nextOfUpload(sent: Int) -> Step {
    guard let (count, time) = upload.next(of: uploadBytes - sent) else { return step(.hang) }
    let sent = sent + count
    phase = sent == uploadBytes ? .head : .upload(sent: sent)
    return step(.sent(bytes: sent), at: time)
  }

  private mutating func head() -> Step {
    let time = max(progress, .zero) + pause
    switch content {
    case .reply(let reply):
      body.start(at: time)
      switch reply.body {
      case .data(let data): (piece, phase) = (data, .body(.data(data)))
      case .stream(let events): phase = .body(.stream(events[...], time: time))
      case .source(let source): phase = .body(.source(source, isAtEnd: false))
      }
      return step(.head(reply.head), at: time)
    case .failure(let error): return step(.fail(error), at: time)
    case .hang: return step(.hang)
    }
  }

  private mutating func nextOfBody(_ feed: Feed) -> Step? {
    guard piece.isEmpty else { return nextOfPiece(of: feed) }
    switch feed {
    case .data(let data):
      let time = data.isEmpty ? progress + timeWithoutBytes : progress
      return step(body.ending ?? .finish, at: time)
    case .stream(let events, let time):
      guard let end = takePiece(of: events, time: time) else { return nextOfPiece(of: feed) }
      return body.ending.map { step($0) } ?? end
    case .source(_, let isAtEnd): return isAtEnd ? step(.finish) : body.ending.map { step($0) }
    }
  }

  /// Takes the next piece that is not empty; returns the end if there is none.
  private mutating func takePiece(
    of events: ArraySlice<StreamEvent>, time: Duration
  ) -> Step? {
    var (events, time) = (events, time)
    // Empty pieces only let time pass.
    while piece.isEmpty {
      guard let event = events.popFirst() else { return step(.finish, at: time) }
      time += event.after
      guard case .piece(let data) = event.action else { return step(event.action, at: time) }
      (piece, since) = (data, time)
    }
    phase = .body(.stream(events, time: time))
    return nil
  }

  private mutating func nextOfPiece(of feed: Feed) -> Step {
    if let ending = body.ending { return step(ending) }
    guard let (count, time) = body.next(of: piece.count, since: since) else { return step(.hang) }
    defer { piece = piece.dropFirst(count) }
    guard case .data(let data) = feed else {
      return step(.piece(piece.prefix(count).basedAtZero), at: time)
    }
    let start = data.count - piece.count
    return step(.chunk(start..<start + count, of: data), at: time)
  }

  private func step(_ action: Action, at time: Duration = .zero) -> Step {
    Step(time: max(progress, time), action: action)
  }
}
