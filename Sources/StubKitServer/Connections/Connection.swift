import Foundation
import StubKit

/// Serves a client in *turns*, groups of work on the loop; each turn sends its output at its end.
final class Connection: Wire, @unchecked Sendable {
  struct Answer {
    let request: ServerRequest
    /// Nil until the head is written.
    var framing: AnswerFraming?
    /// Nil while the owner begins to answer, and after a fault that leaves the client waiting.
    var exchange: (any ServedExchange)?
    var isPaused = false
    var isSilent = false

    /// Whether the bytes that complete the answer are held back until the answer has ended.
    ///
    /// A forwarded answer is logged and recorded only then; a test may end once its client has it.
    var awaitsEnd: Bool {
      framing?.isComplete == true && !isPaused && !isSilent && exchange?.isForwarded == true
    }
  }

  enum Ending {
    case end
    case reset
  }

  /// If more bytes than this wait to be sent, the answer is paused and no request is taken.
  static let highWater = 1 << 20
  /// How many bytes of later requests are read ahead while an answer is under way.
  private static let readAhead = 256 << 10

  let port: UInt16
  let loop: any ServingLoop
  let owner: any ConnectionOwner
  weak var listener: Listener?
  private var reader: RequestReader
  private var isTimed = false

  var outgoing = Outgoing()
  var answer: Answer?
  /// Whether an earlier request has been answered.
  var isUsed = false
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

  var clientPort: UInt16 { Socket.clientPort(of: socket) }

  var waiting: Int { reader.waiting }

  /// Runs a block in a later turn; may be called from any thread.
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

  /// Schedules a turn for output that was written outside of any turn.
  func askForTurn() {
    if !isInTurn, !awaitsTurn { askForAnotherTurn() }
  }

  /// Goes on in a later turn, so that other connections have their turns first.
  private func askForAnotherTurn() {
    awaitsTurn = true
    perform { [self] in awaitsTurn = false }
  }

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

  private var mayWrite: Bool { !outgoing.isEmpty && answer?.awaitsEnd != true }

  private func flush() {
    guard !isClosed, mayWrite else { return }
    if !outgoing.send(to: socket) { abandon() }
  }

  private func watch() {
    guard !isClosed else { return }
    let reads =
      !clientHasEnded
      && (ending != nil || answer == nil && !isFull || waiting < Self.readAhead)
    let writes = mayWrite
    guard reads != wantsToRead || writes != wantsToWrite else { return }
    (wantsToRead, wantsToWrite) = (reads, writes)
    loop.update(self)
  }

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

  /// Ends the turn only now, so that the answers on all connections leave one right after another:
  /// a client process that waits for several of them wakes once.
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
    guard isTimed || self.isTimed else { return }
    self.isTimed = isTimed
    // A request may take any time, as long as more of its bytes keep arriving.
    loop.set(isTimed ? .now + owner.limits.patience : nil, for: self)
  }

  private func begin(_ request: ServerRequest) {
    var request = request
    if !owner.keepsAlive { request.keepsAlive = false }
    answer = Answer(request: request)
    let exchange = owner.answer(request, on: self)
    // An answer without delays has already ended.
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
