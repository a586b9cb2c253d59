import Foundation

/// The steps that the pieces of an asynchronous source amount to: rate, chunks and cuts applied.
///
/// A delivery that has reached `pull(source, schedule)` hands it each piece and walks the steps that
/// it gets back:
///
/// ```swift
/// for try await data in source() {
///   for step in schedule.steps(for: data, since: now) { … }
/// }
/// for step in schedule.steps(atEndOfSourceSince: now) { … }
/// ```
struct SourceSchedule: Sendable {
  private var body: BodySchedule
  private var isOver = false

  init(_ body: BodySchedule) {
    self.body = body
  }

  /// The steps that a piece amounts to which is there since `time`; after an ending there are none.
  mutating func steps(for data: Data, since time: Duration) -> [DeliveryPlan.Step] {
    var steps: [DeliveryPlan.Step] = []
    var rest = data
    var last = time
    while !isOver, !rest.isEmpty {
      switch body.next(of: rest.count, since: time) {
      case .bytes(let count, let arrival):
        let piece = rest.prefix(count).basedAtZero
        steps.append(DeliveryPlan.Step(time: arrival, action: .piece(piece)))
        rest = rest.dropFirst(count)
        last = arrival
      case .ending(let action):
        steps.append(end(action, at: last))
      }
    }
    if !isOver, let action = body.ending { steps.append(end(action, at: last)) }
    return steps
  }

  /// The steps for when the source has ended; none if the body was over before.
  mutating func steps(atEndOfSourceSince time: Duration) -> [DeliveryPlan.Step] {
    isOver ? [] : [end(.finish, at: time)]
  }

  private mutating func end(
    _ action: DeliveryPlan.Action, at time: Duration
  ) -> DeliveryPlan.Step {
    isOver = true
    return DeliveryPlan.Step(time: time, action: action)
  }
}
