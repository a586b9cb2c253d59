import Foundation

/// The timed steps that a response amounts to under a network and its timeouts.
///
/// It is pure and lazy: the same response under the same conditions gives the same steps, and a
/// gigabyte at a kilobyte a second takes no memory. The order is: upload, pause, head, body, ending.
/// A step that is due exactly when the time is up still happens; only a later one times out.
struct DeliveryPlan: Sendable, Sequence {
  /// One thing that happens.
  struct Step: Sendable {
    /// The time since loading started.
    let time: Duration
    /// What happens.
    let action: Action
  }

  /// A thing that can happen to a request; from `pull` on, each is the last of its plan.
  enum Action: Sendable {
    /// This many bytes of the request's body have left, all told.
    case sent(bytes: Int)
    /// Status and headers arrive.
    case head
    /// These bytes of `Reply.Body.data` arrive.
    case chunk(Range<Int>)
    /// These bytes of a stream arrive.
    case piece(Data)
    /// From here on `Reply.Body.source` says what comes; see `sourceShaper(from:)`.
    case pull
    /// The body is complete.
    case finish
    /// The request fails.
    case fail(any Error & Sendable)
    /// Nothing more ever comes.
    case hang
  }

  /// What a response meets on its way.
  struct Conditions: Sendable {
    /// The network of the registry; a response's own wins.
    var network: NetworkProfile?
    /// The length of the request's body.
    var uploadBytes = 0
    /// The longest time without any progress.
    var idleTimeout: Duration?
    /// The longest time in all.
    var totalTimeout: Duration?
    /// The number of the claim, from 0.
    var turn = 0
    /// What makes jitter repeatable.
    var seed: UInt64 = 0
  }

  /// How long the whole delivery and a pause within it may last.
  let timeLimits: TimeLimits
  /// The steps before timeouts are applied.
  private let timeline: DeliveryTimeline

  init(for response: ResolvedResponse, under conditions: Conditions) {
    timeLimits = TimeLimits(idle: conditions.idleTimeout, total: conditions.totalTimeout)
    timeline = DeliveryTimeline(for: response, under: conditions)
  }

  /// Whether everything happens at time zero, so that a delivery can walk the plan inline.
  var isImmediate: Bool {
    timeline.isImmediate && !(timeline.endsInHang && timeLimits.isLimited)
  }

  /// What shapes the pieces of a `Reply.Body.source` once its plan has reached `pull` at this time.
  func sourceShaper(from pullTime: Duration) -> SourceShaper? {
    timeline.sourceShaper(from: pullTime)
  }

  func makeIterator() -> Iterator {
    Iterator(timeline: timeline, limits: timeLimits)
  }

  /// Walks the steps, and ends early when the time is up.
  struct Iterator: IteratorProtocol {
    private var timeline: DeliveryTimeline
    private let limits: TimeLimits
    private var lastProgress = Duration.zero
    private var isOver = false

    fileprivate init(timeline: DeliveryTimeline, limits: TimeLimits) {
      self.timeline = timeline
      self.limits = limits
    }

    mutating func next() -> Step? {
      guard !isOver, let step = timeline.next() else { return nil }
      if let deadline = limits.deadline(lastProgress: lastProgress),
        step.time > deadline || step.action.isHang
      {
        isOver = true
        let error = limits.error(lastProgress: lastProgress)
        return Step(time: deadline, action: .fail(error))
      }
      isOver = step.action.isLast
      lastProgress = step.time
      return step
    }
  }
}

extension DeliveryPlan.Action {
  /// Whether nothing can follow.
  var isLast: Bool {
    switch self {
    case .sent, .head, .chunk, .piece: false
    case .pull, .finish, .fail, .hang: true
    }
  }
  /// Whether nothing comes any more, not even an end.
  var isHang: Bool {
    if case .hang = self { true } else { false }
  }
}
