/// Decides how many bytes of a body come next, and when, and where the body ends too early.
struct BodySchedule: Sendable {
  enum Next {
    case bytes(Int, at: Duration)
    /// An end before the body's own.
    case ending(DeliveryPlan.Action)
  }

  private let rate: ByteRate?
  private let chunking: DeliverySettings.Chunking?
  private let cut: DeliverySettings.Cut?
  private var byteCount = 0
  private var lastTime = Duration.zero
  /// The start and the bytes of the current stretch without a pause.
  private var (busySince, busyByteCount) = (Duration.zero, 0)

  init(
    rate: ByteRate?, chunking: DeliverySettings.Chunking? = nil, cut: DeliverySettings.Cut? = nil
  ) {
    (self.rate, self.chunking, self.cut) = (rate, chunking, cut)
  }

  mutating func start(at time: Duration) {
    (lastTime, busySince) = (time, time)
  }

  /// The cut at this point; nil if there is none.
  var ending: DeliveryPlan.Action? {
    guard let cut, cut.byteCount == byteCount else { return nil }
    return cut.error.map { .fail($0) } ?? .finish
  }

  /// Takes the next of `available` bytes, at least one, which are there since `time`.
  mutating func next(of available: Int, since time: Duration = .zero) -> Next {
    if let ending { return .ending(ending) }
    let uncut = min(available, cut.map { $0.byteCount - byteCount } ?? available)
    let count = min(uncut, chunking?.size ?? rate?.chunkSize ?? uncut)
    var arrival = max(time, lastTime)
    if let rate {
      guard let lineIsFree = rate.time(for: busyByteCount) else { return .ending(.hang) }
      if time > busySince + lineIsFree { (busySince, busyByteCount) = (time, 0) }
      busyByteCount += count
      guard let passage = rate.time(for: busyByteCount) else { return .ending(.hang) }
      arrival = max(arrival, busySince + passage)
    }
    if let chunking { arrival = max(arrival, lastTime + chunking.interval) }
    lastTime = arrival
    byteCount += count
    return .bytes(count, at: arrival)
  }
}
