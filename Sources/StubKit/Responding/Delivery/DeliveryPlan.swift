import Foundation

/// The timed steps of a response: upload, pause, head, body, ending.
///
/// Equal conditions give equal steps. A step that is due exactly at a time limit still happens.
struct DeliveryPlan: Sendable {
  struct Step: Sendable {
    let time: Duration
    let action: Action
  }

  enum Action: Sendable {
    /// How many bytes of the request's body have been sent so far.
    case sent(bytes: Int)
    case head(StubResponse.Head)
    case chunk(Range<Int>, of: Data)
    case piece(Data)
    case finish
    case fail(any Error & Sendable)
    case hang

    var isLast: Bool {
      switch self {
      case .sent, .head, .chunk, .piece: false
      case .finish, .fail, .hang: true
      }
    }

    var isHang: Bool { if case .hang = self { true } else { false } }
  }

  struct Conditions: Sendable {
    /// The registry's network; the response's own takes precedence.
    var network: NetworkProfile?
    var uploadBytes = 0
    var timeLimits = TimeLimits()
    /// How long the client has already waited for anything of the response.
    var waited = Duration.zero
    var turn = 0
    var seed: UInt64 = 0
  }

  let content: ResolvedResponse.Content
  let timeLimits: TimeLimits
  /// From the end of the upload to the head, or to the failure.
  let pause: Duration
  let uploadBytes: Int
  var upload: BodySchedule
  var body: BodySchedule
  let timeWithoutBytes: Duration

  var phase: Phase
  /// The rest of the current piece of the body, and when the piece arrived.
  var (piece, since) = (Data(), Duration.zero)
  /// The time of the last step or later piece of the source; before the first step, minus `waited`.
  var progress: Duration
  /// The time that the delivery has reached; a later step is not due.
  var now = Duration.zero
  var upcoming: Step?

  init(for response: ResolvedResponse, under conditions: Conditions) {
    let settings = response.delivery
    let network = settings.profile ?? conditions.network
    let isOffline = network?.isOffline ?? false
    if let error = isOffline ? URLError.described(.notConnectedToInternet) : network?.mistake {
      (content, pause) = (.failure(error), .zero)
    } else {
      content = response.content
      pause = settings.pause(on: network, turn: conditions.turn, seed: conditions.seed)
    }
    (timeLimits, progress) = (conditions.timeLimits, .zero - conditions.waited)
    // A request that fails before its response may never have left.
    uploadBytes = if case .failure = content { 0 } else { conditions.uploadBytes }
    phase = uploadBytes > 0 ? .upload(sent: 0) : .head
    upload = BodySchedule(rate: network?.bytesPerSecondUp.map { ByteRate(byteCount: $0) })
    body = BodySchedule(
      rate: settings.rate(of: content, on: network), chunking: settings.chunking, cut: settings.cut)
    timeWithoutBytes = settings.timeWithoutBytes
  }

  var bodyLength: BodyLength {
    guard let count = content.reply?.body.length else { return .unknown }
    return body.truncation.flatMap { $0 < count ? .cutShort(to: $0) : nil } ?? .exactly(count)
  }
}

package enum BodyLength: Sendable, Equatable {
  case exactly(Int)
  /// The body ends after this many bytes, as if it were complete.
  case cutShort(to: Int)
  case unknown
}

/// Decides how many bytes of a body come next, and when, and where the body is cut.
struct BodySchedule: Sendable {
  private let rate: ByteRate?
  private let chunking: DeliverySettings.Chunking?
  private let cut: DeliverySettings.Cut?
  private var byteCount = 0
  private var lastTime = Duration.zero
  /// The start and the bytes of the current stretch without a pause.
  private var (busySince, busyByteCount) = (Duration.zero, 0)

  init(
    rate: ByteRate?, chunking: DeliverySettings.Chunking? = nil, cut: DeliverySettings.Cut? = nil
  ) { (self.rate, self.chunking, self.cut) = (rate, chunking, cut) }

  /// After how many bytes the body ends as if it were complete.
  var truncation: Int? { cut.flatMap { $0.error == nil ? $0.byteCount : nil } }

  mutating func start(at time: Duration) { (lastTime, busySince) = (time, time) }

  /// Nil unless the body is cut at this point.
  var ending: DeliveryPlan.Action? {
    guard let cut, cut.byteCount == byteCount else { return nil }
    return cut.error.map { .fail($0) } ?? .finish
  }

  /// Takes some of the bytes available since `time`; returns count and arrival, or nil if they
  /// never arrive.
  mutating func next(of available: Int, since time: Duration = .zero) -> (Int, Duration)? {
    let uncut = min(available, cut.map { $0.byteCount - byteCount } ?? available)
    let count = min(uncut, chunking?.size ?? rate?.chunkSize ?? uncut)
    var arrival = max(time, lastTime)
    if let rate {
      guard let lineIsFree = rate.time(for: busyByteCount) else { return nil }
      if time > busySince + lineIsFree { (busySince, busyByteCount) = (time, 0) }
      busyByteCount += count
      guard let passage = rate.time(for: busyByteCount) else { return nil }
      arrival = max(arrival, busySince + passage)
    }
    if let chunking { arrival = max(arrival, lastTime + chunking.interval) }
    lastTime = arrival
    byteCount += count
    return (count, arrival)
  }
}

/// How long a delivery, a user's code or the network may take, and the error after that.
struct TimeLimits: Sendable {
  let idle: Duration?
  let total: Duration?
  /// How much of the total time had passed when the wait for progress began.
  var spent = Duration.zero

  init(idle: Duration? = nil, total: Duration? = nil) {
    self.idle = idle?.withinCentury
    self.total = total?.withinCentury
  }

  func spending(_ time: Duration) -> TimeLimits {
    var limits = self
    limits.spent += time
    return limits
  }

  /// How long the next progress may take: nil if unlimited, negative if the time was over before.
  var allowed: Duration? {
    let rest = total.map { $0 - spent }
    guard let idle else { return rest }
    return min(rest ?? idle, idle)
  }

  /// Nil if the time is unlimited.
  var left: Duration? { allowed.map { max($0, .zero) } }

  var error: URLError {
    if let total, allowed == total - spent {
      return URLError(.timedOut, "The request timed out: it was not complete after \(total).")
    }
    return URLError(.timedOut, "The request timed out: nothing arrived for \(idle ?? .zero).")
  }

  /// The step, or the timeout if the step comes too late after the last progress.
  func limiting(_ step: DeliveryPlan.Step, after progress: Duration) -> DeliveryPlan.Step {
    let limits = spending(progress)
    guard let end = limits.allowed.map({ progress + $0 }), step.time > end || step.action.isHang
    else { return step }
    return DeliveryPlan.Step(time: end, action: .fail(limits.error))
  }
}
