import Foundation

/// The steps of a delivery one after the other, as if nobody ever lost patience.
struct DeliveryTimeline: Sendable {
  private enum Phase {
    case upload
    case response
    case data(count: Int, sent: Int)
    case source
    case stream(StreamCursor)
    case over
  }

  private let content: ResolvedResponse.Content
  private let uploadBytes: Int
  private let pause: Duration
  private let downRate: ByteRate?
  private let chunking: DeliverySettings.Chunking?

  private var phase: Phase
  private var uploader: BodyPacer
  private var uploaded = 0
  private var pacer: BodyPacer
  private var cut: BodyCut?
  /// When the last step happened.
  private var now = Duration.zero

  init(for response: ResolvedResponse, under conditions: DeliveryPlan.Conditions) {
    let settings = response.delivery
    let network = settings.profile ?? conditions.network
    let isOffline = network?.isOffline ?? false

    if isOffline {
      content = .failure(
        URLError(.notConnectedToInternet, URLError.Code.notConnectedToInternet.sentence))
      pause = .zero
    } else {
      content = response.content
      pause = settings.pause(on: network, turn: conditions.turn, seed: conditions.seed)
    }

    downRate = settings.rate(of: content, on: network)
    chunking = settings.chunking
    cut = BodyCut(drop: settings.drop, truncation: settings.truncation)
    uploader = BodyPacer(
      rate: network?.bytesPerSecondUp.map { ByteRate(byteCount: $0, per: .seconds(1)) },
      chunking: nil, start: .zero)
    pacer = BodyPacer(rate: nil, chunking: nil, start: .zero)

    switch content {
    case .reply, .hang:
      uploadBytes = max(conditions.uploadBytes, 0)
      phase = uploadBytes > 0 ? .upload : .response
    case .failure:
      // A request that fails before its response is not known to have left at all.
      uploadBytes = 0
      phase = .response
    }
  }

  /// Whether no step has a time later than zero.
  var isImmediate: Bool {
    guard pause == .zero, uploadBytes == 0 || uploader.isTransparent else { return false }
    guard case .reply(let reply) = content else { return true }
    guard case .data(let data) = reply.body else { return false }
    return data.isEmpty || (downRate == nil && (chunking?.interval ?? .zero) == .zero)
  }

  /// Whether the response never comes.
  var endsInHang: Bool {
    if case .hang = content { true } else { false }
  }

  /// What shapes a source's pieces, if the body is one.
  func sourceShaper(from time: Duration) -> SourceShaper? {
    guard case .reply(let reply) = content, case .source = reply.body else { return nil }
    return SourceShaper(rate: downRate, chunking: chunking, cut: cut, start: time)
  }
}

extension DeliveryTimeline: IteratorProtocol {
  mutating func next() -> DeliveryPlan.Step? {
    switch phase {
    case .upload: nextOfUpload()
    case .response: beginResponse()
    case .data(let count, let sent): nextOfData(count: count, sent: sent)
    case .stream(let cursor): nextOfStream(cursor)
    case .source: end(.pull)
    case .over: nil
    }
  }

  private mutating func nextOfUpload() -> DeliveryPlan.Step {
    guard let (count, time) = uploader.take(upTo: uploadBytes - uploaded, since: .zero) else {
      return end(.hang)
    }
    uploaded += count
    if uploaded == uploadBytes { phase = .response }
    return step(.sent(bytes: uploaded), at: time)
  }

  private mutating func beginResponse() -> DeliveryPlan.Step {
    switch content {
    case .reply(let reply):
      let time = now + pause
      pacer = BodyPacer(rate: downRate, chunking: chunking, start: time)
      phase =
        switch reply.body {
        case .data(let data): .data(count: data.count, sent: 0)
        case .stream(let events): .stream(StreamCursor(events, start: time))
        case .source: .source
        }
      return step(.head, at: time)
    case .failure(let error):
      return end(.fail(error), at: now + pause)
    case .hang:
      return end(.hang)
    }
  }

  private mutating func nextOfData(count: Int, sent: Int) -> DeliveryPlan.Step {
    if let cut, cut.remaining == 0 { return end(cut.action) }
    guard sent < count else { return end(.finish) }
    let available = min(count - sent, cut?.remaining ?? .max)
    guard let (taken, time) = pacer.take(upTo: available, since: .zero) else { return end(.hang) }
    cut?.pass(taken)
    phase = .data(count: count, sent: sent + taken)
    return step(.chunk(sent..<(sent + taken)), at: time)
  }

  private mutating func nextOfStream(_ cursor: StreamCursor) -> DeliveryPlan.Step {
    if let cut, cut.remaining == 0 { return end(cut.action) }
    var cursor = cursor
    switch cursor.current {
    case .piece(let data, let start):
      let available = min(data.count, cut?.remaining ?? .max)
      guard let (taken, time) = pacer.take(upTo: available, since: start) else {
        return end(.hang)
      }
      cut?.pass(taken)
      let piece = cursor.take(taken)
      phase = .stream(cursor)
      return step(.piece(piece), at: time)
    case .end(let action, let time):
      return end(action, at: max(now, time))
    }
  }

  private mutating func step(
    _ action: DeliveryPlan.Action, at time: Duration
  ) -> DeliveryPlan.Step {
    now = max(now, time)
    return DeliveryPlan.Step(time: now, action: action)
  }

  private mutating func end(
    _ action: DeliveryPlan.Action, at time: Duration = .zero
  ) -> DeliveryPlan.Step {
    phase = .over
    return step(action, at: time)
  }
}
