import Foundation

/// The timed steps of a response under a network and its timeouts.
///
/// It is pure and lazy: the same response under the same conditions gives the same steps, and a gigabyte at
/// a kilobyte a second takes no memory. The order is: upload, pause, head, body, ending. A step that is due
/// exactly when the time is up still happens; only a later one times out.
struct DeliveryPlan: Sendable, Sequence {
  struct Step: Sendable {
    /// The time since loading started.
    let time: Duration
    let action: Action
  }

  enum Action: Sendable {
    /// This many bytes of the request's body have left in all.
    case sent(bytes: Int)
    case head(StubResponse.Head)
    /// A range of a body that is there as a whole.
    case chunk(Range<Int>, of: Data)
    case piece(Data)
    /// From here on the source has to yield pieces.
    case pull(Reply.Source)
    case finish
    case fail(any Error & Sendable)
    /// Nothing more ever comes.
    case hang

    var isLast: Bool {
      switch self {
      case .sent, .head, .chunk, .piece, .pull: false
      case .finish, .fail, .hang: true
      }
    }

    var isHang: Bool { if case .hang = self { true } else { false } }
  }

  struct Conditions: Sendable {
    /// The network of the registry; a response's own wins.
    var network: NetworkProfile?
    var uploadBytes = 0
    var timeLimits = TimeLimits()
    /// The number of the claim, from 0.
    var turn = 0
    var seed: UInt64 = 0
  }

  let content: ResolvedResponse.Content
  let timeLimits: TimeLimits
  /// The time from the end of the upload to the head, or to the failure.
  let pause: Duration
  let uploadBytes: Int
  let upload: BodySchedule
  let body: BodySchedule
  /// The time from the head to the end of an empty body.
  let timeWithoutBytes: Duration

  init(for response: ResolvedResponse, under conditions: Conditions) {
    let settings = response.delivery
    let network = settings.profile ?? conditions.network
    if network?.isOffline ?? false {
      content = .failure(URLError.described(.notConnectedToInternet))
      pause = .zero
    } else {
      content = response.content
      pause = settings.pause(on: network, turn: conditions.turn, seed: conditions.seed)
    }
    timeLimits = conditions.timeLimits
    // A request that fails before its response may never have left.
    uploadBytes = if case .failure = content { 0 } else { conditions.uploadBytes }
    upload = BodySchedule(rate: network?.bytesPerSecondUp.map { ByteRate(perSecond: $0) })
    body = BodySchedule(
      rate: settings.rate(of: content, on: network), chunking: settings.chunking,
      cut: settings.firstCut)
    timeWithoutBytes = settings.timeWithoutBytes(of: content)
  }

  func makeIterator() -> DeliveryCursor { DeliveryCursor(self) }
}
