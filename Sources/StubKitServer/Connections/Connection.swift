import Foundation
import StubKit

/// One client at the other end of a socket: its requests, one after another, and their answers.
///
/// All work on a connection happens in a *turn*; at the end of the turn its output is sent together.
final class Connection: Wire, @unchecked Sendable {
  /// The current request, and the state of its answer.
  struct Answer {
    let request: ServerRequest
    /// Nil until the head is written.
    var framing: AnswerFraming?
    /// Nil while the owner begins to answer, and when nothing will come any more.
    var exchange: (any ServedExchange)?
    var isPaused = false
    var isSilent = false
  }

  /// How the connection ends once all is sent.
  enum Ending {
    case end
    case reset
  }

  /// How much may wait to be sent before an answer is paused, or no further request is taken.
  static let highWater = 1 << 20
  /// How much of later requests is read before their turn.
  private static let readAhead = 256 << 10

  /// The port of the server that the client asks.
  let port: UInt16
  let loop: any ServingLoop
  let owner: any ConnectionOwner
  weak var listener: Listener?
  private var reader: RequestReader
  /// Whether a request has begun, and has to become complete in time.
  private var isTimed = false

  var outgoing = Outgoing()
  var answer: Answer?
  /// Whether a request before this one has been answered.
  var isUsed = false
  /// The host that the last request named, and the origin that it stands for.
  var lastHost: (name: String?, origin: String)?

  var ending: Ending?
  var isLingering = false
  var lingersUntil = ContinuousClock.Instant.now
  var resetDelay = Duration.milliseconds(2)
  var clientHasEnded = false
  var isClosed = false

  private var isInTurn = false
  private var awaitsTurn = false

  init(_ socket: Int32, of listener: Listener, owner: any ConnectionOwner) {
    port = listener.port
    loop = listener.loop
    self.owner = owner
    self.listener = listener
    reader = RequestReader(limits: owner.limits)
    super.init(socket)
  }

  /// The port of the client.
  var clientPort: UInt16 { Socket.clientPort(of: socket) }

  /// How many bytes of later requests have been read.
  var waiting: Int { reader.waiting }

  /// Runs a block on the loop in a later turn, and sends its output; may be called from any thread.
  func perform(_ block: @escaping @Sendable () -> Void) {
    loop.perform { [self] in turn(block) }
  }

  private func turn(_ work: () -> Void) {
    guard !isClosed, !isInTurn else { return work() }
    isInTurn = true
    work()
    endTurn()
  }

  private func endTurn() {
    settle()
    isInTurn = false
  }

  /// Schedules a turn for output that was written outside of one.
  func askForTurn() {
    if !isInTurn, !awaitsTurn { askForAnotherTurn() }
  }

  /// Goes on in a later turn, after other connections have had theirs.
  private func askForAnotherTurn() {
    awaitsTurn = true
    perform { [self] in awaitsTurn = false }
  }

  /// Does all that can be done now.
  private func settle() {
    takeRequests()
    let wasFull = isFull
    flush()
    if wasFull, !isFull { askForAnotherTurn() }
    resumeIfDrained()
    endIfSent()
    watch()
  }

  private var isFull: Bool { outgoing.count > Self.highWater }

  private func resumeIfDrained() {
    guard let answer, answer.isPaused, outgoing.count < Self.highWater / 2 else { return }
    self.answer?.isPaused = false
    answer.exchange?.resume()
    askForAnotherTurn()
  }

  /// Sends what the kernel takes.
  private func flush() {
    guard !isClosed, !outgoing.isEmpty else { return }
    if !outgoing.send(to: socket) { abandon() }
  }

  private func watch() {
    guard !isClosed else { return }
    let reads =
      !clientHasEnded
      && (ending != nil || answer == nil && !isFull || waiting < Self.readAhead)
    let writes = !outgoing.isEmpty
    guard reads != wantsToRead || writes != wantsToWrite else { return }
    (wantsToRead, wantsToWrite) = (reads, writes)
    loop.update(self)
  }

  // The loop calls the methods below.

  override func becameReadable() {
    isInTurn = true
    switch Socket.receive(from: socket, into: loop.buffer) {
    case .bytes where ending != nil: lingerOn()
    case .bytes(let count):
      reader.append(UnsafeRawBufferPointer(rebasing: loop.buffer[..<count]))
    case .nothing: break
    case .end: clientEnded()
    case .broken: abandon()
    }
    takeRequests()
  }

  /// Answers to several clients are sent in a row: a process that waits for all of them wakes once.
  override func othersWereRead() {
    endTurn()
  }

  override func becameWritable() {
    turn { flush() }
  }

  override func broke() {
    abandon()
  }

  override func deadlinePassed() {
    turn {
      if isLingering {
        close()
      } else if ending == nil {
        refuse(.patience(owner.limits.patience))
      }
    }
  }
}

/// Takes the requests, one after another.
extension Connection {
  private func takeRequests() {
    while answer == nil, ending == nil, !isClosed, !isFull {
      switch reader.next() {
      case .incomplete:
        if reader.takeExpectation() { outgoing.append(Self.continuing) }
        return setTimed(reader.isWithin)
      case .request(let request):
        setTimed(false)
        begin(request)
      case .refused(let refusal):
        refuse(refusal)
      }
    }
  }

  private func setTimed(_ isTimed: Bool) {
    guard isTimed != self.isTimed else { return }
    self.isTimed = isTimed
    loop.set(isTimed ? .now + owner.limits.patience : nil, for: self)
  }

  private func begin(_ request: ServerRequest) {
    var request = request
    if !owner.keepsAlive { request.keepsAlive = false }
    answer = Answer(request: request)
    let exchange = owner.answer(request, on: self)
    // A plain answer has ended by now.
    guard let answer, !answer.isSilent else { return }
    self.answer?.exchange = exchange
    pauseIfFull()
  }

  private func refuse(_ refusal: Refusal) {
    setTimed(false)
    if let status = refusal.status {
      var request = reader.begun ?? ServerRequest(method: "GET", target: .server)
      request.keepsAlive = false
      let text = Data("\(refusal.sentence)\n".utf8)
      answer = Answer(request: request)
      send(
        status: status, fields: ["Content-Type": "text/plain; charset=utf-8"],
        length: .exactly(text.count))
      send(text)
      finish()
    } else {
      end(by: .end)
    }
    owner.note(refusal, on: self)
  }
}
