import Foundation

/// Turns the pieces of an asynchronous source into steps, with rate, chunks and cuts applied.
///
/// A delivery that has reached `pull(source, schedule)` hands it each piece and goes through the resulting
/// steps one by one, since a piece can be large and its chunks small:
///
/// ```swift
/// for try await data in source() {
///   schedule.take(data, since: now)
///   while let step = schedule.next() { … }
/// }
/// schedule.takeEnd(since: now)
/// while let step = schedule.next() { … }
/// ```
struct SourceSchedule: Sendable {
  private var body: BodySchedule
  /// The rest of the last piece.
  private var rest = Data()
  /// When the last piece came.
  private var time = Duration.zero
  /// When the last step happens.
  private var last = Duration.zero
  private var hasBegun = false
  private var isAtEnd = false
  private var isOver = false

  init(_ body: BodySchedule) {
    self.body = body
  }

  /// Takes a piece which is there since `time`.
  mutating func take(_ data: Data, since time: Duration) {
    (hasBegun, rest, self.time, last) = (true, data, time, time)
  }

  mutating func takeEnd(since time: Duration) {
    (hasBegun, isAtEnd, last) = (true, true, time)
  }

  /// Returns the next step; nil if nothing is left, as after an ending.
  mutating func next() -> DeliveryPlan.Step? {
    // Even a body that is cut off before its first byte does not end before the source has begun.
    guard hasBegun, !isOver else { return nil }
    if !rest.isEmpty {
      switch body.next(of: rest.count, since: time) {
      case .bytes(let count, let arrival):
        let piece = rest.prefix(count).basedAtZero
        rest = rest.dropFirst(count)
        last = arrival
        return DeliveryPlan.Step(time: arrival, action: .piece(piece))
      case .ending(let action):
        return end(action)
      }
    }
    if isAtEnd { return end(.finish) }
    return body.ending.map { end($0) }
  }

  private mutating func end(_ action: DeliveryPlan.Action) -> DeliveryPlan.Step {
    isOver = true
    rest = Data()
    return DeliveryPlan.Step(time: last, action: action)
  }
}
