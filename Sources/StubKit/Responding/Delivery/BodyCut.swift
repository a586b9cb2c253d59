/// Where a body ends before its end: after how many bytes, and with which error if any.
struct BodyCut: Sendable {
  /// The bytes that still arrive.
  private(set) var remaining: Int
  /// What happens behind them.
  let action: DeliveryPlan.Action

  /// The earlier of a dropped connection and a truncation; the drop if they meet.
  init?(drop: DeliverySettings.Cut?, truncation: DeliverySettings.Cut?) {
    let candidates = [drop, truncation].compactMap { $0 }
    guard let first = candidates.min(by: { $0.byteCount < $1.byteCount }) else { return nil }
    remaining = first.byteCount
    action = first.error.map { .fail($0) } ?? .finish
  }

  /// Counts bytes that arrived.
  mutating func pass(_ count: Int) {
    remaining -= count
  }
}
