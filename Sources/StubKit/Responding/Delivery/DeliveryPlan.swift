import Foundation

/// The timed steps that a response amounts to under a network and its timeouts.
///
/// It is pure and lazy: the same response under the same conditions gives the same steps, and a
/// gigabyte at a kilobyte a second takes no memory. The order is: upload, pause, head, body, ending.
/// A step that is due exactly when the time is up still happens; only a later one times out.
struct DeliveryPlan: Sendable, Sequence {
  /// One thing that happens.
  struct Step: Sendable {
    /// The time since loading started.
    let time: Duration
    /// What happens.
    let action: Action
  }

  /// A thing that can happen to a request; from `pull` on, each is the last of its plan.
  enum Action: Sendable {
    /// This many bytes of the request's body have left, all told.
    case sent(bytes: Int)
    /// Status and headers arrive.
    case head(StubResponse.Head)
    /// These bytes arrive of a body that is there as a whole.
    case chunk(Range<Int>, of: Data)
    /// These bytes of a stream arrive.
    case piece(Data)
    /// From here on the source yields what comes, and the schedule makes steps of it.
    indirect case pull(Reply.Source, SourceSchedule)
    /// The body is complete.
    case finish
    /// The request fails.
    case fail(any Error & Sendable)
    /// Nothing more ever comes.
    case hang
  }

  /// What a response meets on its way.
  struct Conditions: Sendable {
    /// The network of the registry; a response's own wins.
    var network: NetworkProfile?
    /// The length of the request's body.
    var uploadBytes = 0
    /// How long it may last.
    var timeLimits = TimeLimits()
    /// The number of the claim, from 0.
    var turn = 0
    /// What makes jitter repeatable.
    var seed: UInt64 = 0
  }

  /// What is delivered.
  let content: ResolvedResponse.Content
  /// How long the whole delivery and a pause within it may last.
  let timeLimits: TimeLimits
  /// The time from the end of the upload to the head, or to the failure.
  let pause: Duration
  /// The length of the request's body, as far as it is sent at all.
  let uploadBytes: Int
  /// When the bytes of the request's body leave.
  let upload: BodySchedule
  /// When the bytes of the response's body arrive, counted from the head.
  let body: BodySchedule
  /// The time from the head to the end of a body that has no bytes.
  let timeWithoutBytes: Duration

  init(for response: ResolvedResponse, under conditions: Conditions) {
    let settings = response.delivery
    let network = settings.profile ?? conditions.network
    if network?.isOffline ?? false {
      content = .failure(
        URLError(.notConnectedToInternet, URLError.Code.notConnectedToInternet.sentence))
      pause = .zero
    } else {
      content = response.content
      pause = settings.pause(on: network, turn: conditions.turn, seed: conditions.seed)
    }
    timeLimits = conditions.timeLimits
    // A request that fails before its response is not known to have left at all.
    uploadBytes = if case .failure = content { 0 } else { conditions.uploadBytes }
    upload = BodySchedule(
      rate: network?.bytesPerSecondUp.map { ByteRate(byteCount: $0, per: .seconds(1)) })
    body = BodySchedule(
      rate: settings.rate(of: content, on: network), chunking: settings.chunking,
      cut: settings.firstCut)
    timeWithoutBytes = settings.timeWithoutBytes(of: content)
  }

  func makeIterator() -> Iterator {
    Iterator(self)
  }
}

extension DeliveryPlan.Action {
  /// Whether nothing can follow.
  var isLast: Bool {
    switch self {
    case .sent, .head, .chunk, .piece: false
    case .pull, .finish, .fail, .hang: true
    }
  }

  /// Whether nothing comes any more, not even an end.
  var isHang: Bool {
    if case .hang = self { true } else { false }
  }
}
