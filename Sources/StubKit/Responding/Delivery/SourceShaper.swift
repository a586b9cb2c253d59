import Foundation

/// Applies rate, chunks and cuts to the pieces that an asynchronous source yields.
///
/// A delivery that has reached `pull` hands it each piece and walks the steps it gets back:
///
/// ```swift
/// for try await data in source() {
///   for step in shaper.steps(for: data, since: now) { … }
/// }
/// for step in shaper.steps(atEndOfSourceSince: now) { … }
/// ```
struct SourceShaper: Sendable {
  private var pacer: BodyPacer
  private var cut: BodyCut?
  private var isOver = false

  init(rate: ByteRate?, chunking: DeliverySettings.Chunking?, cut: BodyCut?, start: Duration) {
    pacer = BodyPacer(rate: rate, chunking: chunking, start: start)
    self.cut = cut
  }

  /// The steps that a piece amounts to which is there since `time`; after an ending there are none.
  mutating func steps(for data: Data, since time: Duration) -> [DeliveryPlan.Step] {
    var steps: [DeliveryPlan.Step] = []
    var rest = data
    while !isOver, !rest.isEmpty {
      if let cut, cut.remaining == 0 {
        append(cut.action, at: steps.last?.time ?? time, to: &steps)
        break
      }
      let available = min(rest.count, cut?.remaining ?? .max)
      guard let (count, arrival) = pacer.take(upTo: available, since: time) else {
        append(.hang, at: time, to: &steps)
        break
      }
      cut?.pass(count)
      steps.append(DeliveryPlan.Step(time: arrival, action: .piece(rest.prefix(count).basedAtZero)))
      rest = rest.dropFirst(count)
    }
    if !isOver, let cut, cut.remaining == 0 {
      append(cut.action, at: steps.last?.time ?? time, to: &steps)
    }
    return steps
  }

  /// The steps for when the source has ended; none if the body was over before.
  mutating func steps(atEndOfSourceSince time: Duration) -> [DeliveryPlan.Step] {
    guard !isOver else { return [] }
    var steps: [DeliveryPlan.Step] = []
    append(.finish, at: time, to: &steps)
    return steps
  }

  private mutating func append(
    _ action: DeliveryPlan.Action, at time: Duration, to steps: inout [DeliveryPlan.Step]
  ) {
    isOver = true
    steps.append(DeliveryPlan.Step(time: time, action: action))
  }
}
