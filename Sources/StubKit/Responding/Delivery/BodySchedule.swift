/// Decides how many bytes of a body come next, and when, and where the body ends too early.
///
/// Its state has a fixed size, whatever the length of the body.
struct BodySchedule: Sendable {
  enum Next {
    /// This many bytes, together.
    case bytes(Int, at: Duration)
    /// An end before the body's own.
    case ending(DeliveryPlan.Action)
  }

  private let rate: ByteRate?
  private let chunking: DeliverySettings.Chunking?
  private let cut: DeliverySettings.Cut?
  private var byteCount = 0
  private var lastTime: Duration
  /// The start and the bytes of the current stretch without a pause.
  private var busySince: Duration
  private var busyByteCount = 0

  init(
    rate: ByteRate?, chunking: DeliverySettings.Chunking? = nil, cut: DeliverySettings.Cut? = nil,
    start: Duration = .zero
  ) {
    self.rate = rate
    self.chunking = chunking
    self.cut = cut
    lastTime = start
    busySince = start
  }

  /// Returns the schedule from another moment on.
  func starting(at start: Duration) -> BodySchedule {
    BodySchedule(rate: rate, chunking: chunking, cut: cut, start: start)
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
      if time > busySince + lineIsFree {
        busySince = time
        busyByteCount = 0
      }
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
