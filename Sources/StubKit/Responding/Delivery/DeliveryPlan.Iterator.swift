import Foundation

extension DeliveryPlan {
  /// Goes through the steps one after the other, and ends early when the time is up.
  struct Iterator: IteratorProtocol {
    private enum Phase {
      case upload(sent: Int)
      case response
      case data(Data, sent: Int)
      case source(Reply.Source)
      case stream(StreamCursor)
      case over
    }

    private let plan: DeliveryPlan
    private var phase: Phase
    private var upload: BodySchedule
    private var body: BodySchedule
    private var now = Duration.zero

    init(_ plan: DeliveryPlan) {
      self.plan = plan
      upload = plan.upload
      body = plan.body
      phase = plan.uploadBytes > 0 ? .upload(sent: 0) : .response
    }

    mutating func next() -> Step? {
      guard let unlimited = nextWithoutLimits() else { return nil }
      let step = plan.timeLimits.limiting(unlimited, lastProgress: now)
      now = step.time
      if step.action.isLast { phase = .over }
      return step
    }

    /// Returns the next step without regard to time limits.
    private mutating func nextWithoutLimits() -> Step? {
      switch phase {
      case .upload(let sent): nextOfUpload(sent: sent)
      case .response: response()
      case .data(let data, let sent): nextOfData(data, sent: sent)
      case .stream(let cursor): nextOfStream(cursor)
      case .source(let source): step(.pull(source, SourceSchedule(body)))
      case .over: nil
      }
    }

    private mutating func nextOfUpload(sent: Int) -> Step {
      switch upload.next(of: plan.uploadBytes - sent) {
      case .bytes(let count, let time):
        let sent = sent + count
        phase = sent == plan.uploadBytes ? .response : .upload(sent: sent)
        return step(.sent(bytes: sent), at: time)
      case .ending(let action):
        return step(action)
      }
    }

    private mutating func response() -> Step {
      switch plan.content {
      case .reply(let reply):
        let time = now + plan.pause
        body = plan.body.starting(at: time)
        phase =
          switch reply.body {
          case .data(let data): .data(data, sent: 0)
          case .stream(let events): .stream(StreamCursor(events, start: time))
          case .source(let source): .source(source)
          }
        return step(.head(reply.head), at: time)
      case .failure(let error):
        return step(.fail(error), at: now + plan.pause)
      case .hang:
        return step(.hang)
      }
    }

    private mutating func nextOfData(_ data: Data, sent: Int) -> Step {
      guard sent < data.count else {
        return step(
          body.ending ?? .finish, at: data.isEmpty ? now + plan.timeWithoutBytes : now)
      }
      switch body.next(of: data.count - sent) {
      case .bytes(let count, let time):
        phase = .data(data, sent: sent + count)
        return step(.chunk(sent..<(sent + count), of: data), at: time)
      case .ending(let action):
        return step(action)
      }
    }

    private mutating func nextOfStream(_ cursor: StreamCursor) -> Step {
      var cursor = cursor
      switch cursor.current {
      case .piece(let data, let start):
        switch body.next(of: data.count, since: start) {
        case .bytes(let count, let time):
          cursor.moveOn(by: count)
          phase = .stream(cursor)
          return step(.piece(data.prefix(count).basedAtZero), at: time)
        case .ending(let action):
          return step(action)
        }
      case .end(let action, let time):
        return body.ending.map { step($0) } ?? step(action, at: time)
      }
    }

    /// Returns a step at a time, but not before the last step.
    private func step(_ action: Action, at time: Duration = .zero) -> Step {
      Step(time: Swift.max(now, time), action: action)
    }
  }
}
