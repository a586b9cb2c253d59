/// Decides when the next bytes of a body may arrive, and how many at once.
///
/// Its state has a fixed size, whatever the length of the body.
struct BodyPacer: Sendable {
  private let rate: ByteRate?
  private let chunking: DeliverySettings.Chunking?
  private var lastTime: Duration
  /// Since when the line has been busy without a break, and with how many bytes.
  private var busySince: Duration
  private var busyByteCount = 0

  init(rate: ByteRate?, chunking: DeliverySettings.Chunking?, start: Duration) {
    self.rate = rate
    self.chunking = chunking
    lastTime = start
    busySince = start
  }

  /// Whether bytes pass at once and whole.
  var isTransparent: Bool { rate == nil && chunking == nil }

  /// Takes the next of `available` bytes that are there since `time`.
  ///
  /// - Returns: How many arrive together, and when; nil if none ever does.
  mutating func take(upTo available: Int, since time: Duration) -> (count: Int, time: Duration)? {
    let count = min(available, chunking?.size ?? rate?.chunkSize ?? available)
    var arrival = max(time, lastTime)
    if let rate {
      guard let lineIsFree = rate.time(for: busyByteCount) else { return nil }
      if time > busySince + lineIsFree {
        busySince = time
        busyByteCount = 0
      }
      busyByteCount += count
      guard let passage = rate.time(for: busyByteCount) else { return nil }
      arrival = max(arrival, busySince + passage)
    }
    if let chunking { arrival = max(arrival, lastTime + chunking.interval) }
    lastTime = arrival
    return (count, arrival)
  }
}
