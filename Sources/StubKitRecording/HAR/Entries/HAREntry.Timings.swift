import StubKit

extension HAREntry {
  struct Timings: Sendable, Hashable {
    /// From the start of the request to the head of the response.
    private(set) var wait = Duration.zero
    /// From the head to the end of the body.
    private(set) var receive = Duration.zero

    /// Each phase may be missing or -1; without `timings`, the total time of the entry counts.
    init(in entry: JSONReader) throws(ArchiveError) {
      guard let timings = try entry.member("timings") else {
        wait = Self.duration(try entry.member("time")?.number() ?? 0)
        return
      }
      // The handshake, `ssl`, is a part of `connect`.
      for phase in ["blocked", "dns", "connect", "send", "wait"] {
        wait += Self.duration(try timings.member(phase)?.number() ?? 0)
      }
      receive = Self.duration(try timings.member("receive")?.number() ?? 0)
    }

    private init() {}

    static let none = Timings()

    /// Zero if the time is unknown, and at most a year.
    private static func duration(_ milliseconds: Double) -> Duration {
      guard milliseconds > 0 else { return .zero }
      return .milliseconds(min(milliseconds, 365 * 86_400_000))
    }
  }
}
