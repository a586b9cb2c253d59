import Foundation

protocol ArrivalReader: Sendable {
  func bring(_ input: Input)
  /// Called when the upload has made progress, and nothing has arrived yet.
  func noteProgress()
}

extension ReplyHandle: ArrivalReader {
  func noteProgress() { whileOpen { $0.alarm = $0.alarm?.restarted() } }
}

/// Keeps what the network brings back for a hop until the exchange asks for it.
final class NetworkArrivals: Sendable {
  private struct State {
    var inputs: ArraySlice<Input> = []
    var waiting: (any ArrivalReader)?
    var hasHead = false
    /// Whether the head is held back: a challenge may be answered, a recorded redirect awaits its body.
    var isHeldBack = false
    var isOver = false
    var foreignHead: URLResponse?
    /// Everything that the network has brought back so far, if there is a listener.
    var exchange: ForwardedExchange?
  }

  /// The largest body of a redirect that is waited for.
  private static let largestRedirect = 1 << 20

  private let state = Locked(State())

  func keepAll(of exchange: ForwardedExchange) { state.withLock { $0.exchange = exchange } }

  func takeExchange() -> ForwardedExchange? { state.withLock { $0.exchange.take() } }

  var foreignHead: URLResponse? { state.withLock(\.foreignHead) }

  /// Returns the next arrival; nil if there is none yet, and the reader gets it later.
  func next(_ reader: any ArrivalReader) -> Input? {
    state.withLock { state in
      if !state.isHeldBack, let input = state.inputs.popFirst() { return input }
      // After the end nothing arrives, so the reader is not kept.
      if !state.isOver { state.waiting = reader }
      return nil
    }
  }

  /// Takes a head; only the first counts, since the head of a redirect comes twice.
  func arrive(_ response: URLResponse) {
    let status = (response as? HTTPURLResponse)?.statusCode ?? 200
    // An informational response precedes the real one.
    guard status >= 200 else { return }
    let arrival: Arrival? = state.withLock { state in
      guard !state.hasHead else { return nil }
      state.hasHead = true
      guard let response = response as? HTTPURLResponse else {
        state.foreignHead = response
        return .foreignHead
      }
      let head = StubResponse.Head(response)
      let isRedirect = 300...399 ~= status && head.headers.contains("Location")
      state.isHeldBack = status == 401 || isRedirect && state.exchange != nil
      state.exchange?.noteHead()
      state.exchange?.response = head
      return .head(head)
    }
    if let arrival { arrive(.arrival(arrival)) }
  }

  func arrive(_ piece: Data) {
    let isHeldRedirect = state.withLock { state in
      state.exchange?.body.append(piece)
      guard state.isHeldBack, let status = state.exchange?.response?.status, status != 401
      else { return false }
      // A body this large may never end.
      let count = state.exchange?.body.count ?? 0
      if count > Self.largestRedirect { state.isHeldBack = false }
      return true
    }
    arrive(.arrival(.piece(piece)))
    if isHeldRedirect {
      noteProgress()
      bringFirst()
    }
  }

  /// Starts again after a challenge was answered, without the response that carried it.
  func startAnew() {
    state.withLock { state in
      (state.hasHead, state.isHeldBack, state.inputs) = (false, false, [])
      state.exchange?.response = nil
      state.exchange?.body = Data()
    }
  }

  func arriveAtEnd(_ error: (any Error)?) {
    let hasHead = state.withLock { state in
      state.isHeldBack = false
      return state.hasHead
    }
    bringFirst()
    let noHead = URLError(.badServerResponse, "The server's answer ended without a response.")
    arrive((error ?? (hasHead ? nil : noHead)).map { .failed($0) } ?? .arrival(.end))
  }

  private func bringFirst() {
    let held: (any ArrivalReader, Input)? = state.withLock { state in
      guard !state.isHeldBack, let waiting = state.waiting, let input = state.inputs.popFirst()
      else { return nil }
      state.waiting = nil
      return (waiting, input)
    }
    if let (waiting, input) = held { waiting.bring(input) }
  }

  private func arrive(_ input: Input) {
    let waiting: (any ArrivalReader)? = state.withLock { state in
      guard !state.isOver else { return nil }
      // A new arrival must not overtake those that were held back.
      if !state.isHeldBack, state.inputs.isEmpty, let waiting = state.waiting.take() {
        return waiting
      }
      state.inputs.append(input)
      return nil
    }
    waiting?.bring(input)
  }

  func noteProgress() {
    let waiting = state.withLock(\.waiting)
    waiting?.noteProgress()
  }

  /// Drops everything, and keeps nothing that still arrives.
  func end() {
    let unwanted = state.withLock { state in
      defer {
        state.isOver = true
        state.inputs = []
        state.waiting = nil
      }
      return (state.inputs, state.waiting)
    }
    // These may hold a user's objects, whose `deinit` must not run under the lock.
    withExtendedLifetime(unwanted) {}
  }
}

extension StubResponse.Head {
  fileprivate init(_ response: HTTPURLResponse) {
    let fields = response.allHeaderFields.reduce(into: [String: String]()) { fields, field in
      fields["\(field.key)"] = "\(field.value)"
    }
    self.init(status: response.statusCode, headers: StubHeaders(fields))
  }
}
