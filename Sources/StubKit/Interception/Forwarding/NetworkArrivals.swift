import Foundation

protocol ArrivalReader: Sendable {
  func bring(_ input: Input)
  /// Called while the reader waits: bytes were sent, or arrived and are held back.
  func noteProgress()
}

extension ReplyHandle: ArrivalReader {
  func noteProgress() { whileOpen { $0.alarm = $0.alarm?.restarted() } }
}

/// Queues what the network brings for a hop until a reader asks for it.
final class NetworkArrivals: Sendable {
  private struct State {
    var inputs: ArraySlice<Input> = []
    var waiting: (any ArrivalReader)?
    var hasHead = false
    /// The head waits, since a listener needs the redirect's body.
    var isHeldBack = false
    var isOver = false
    var foreignHead: URLResponse?
    /// Nil unless a listener wants the hop.
    var exchange: ForwardedExchange?
  }

  /// In bytes; a redirect with a longer body no longer waits for its end, which may never come.
  private static let largestRedirect = 1 << 20

  private let state = Locked(State())

  func keepAll(of exchange: ForwardedExchange) { state.withLock { $0.exchange = exchange } }

  func takeExchange() -> ForwardedExchange? { state.withLock { $0.exchange.take() } }

  var foreignHead: URLResponse? { state.withLock(\.foreignHead) }

  /// Nil if nothing has arrived yet; the reader then gets the next arrival.
  func next(_ reader: any ArrivalReader) -> Input? {
    state.withLock { state in
      if !state.isHeldBack, let input = state.inputs.popFirst() { return input }
      if !state.isOver { state.waiting = reader }
      return nil
    }
  }

  /// Only the first head counts: the end of the hop passes the head once more.
  func arrive(_ response: URLResponse) {
    let status = (response as? HTTPURLResponse)?.statusCode ?? 200
    // A 1xx response precedes the real one.
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
      state.isHeldBack = isRedirect && state.exchange != nil
      state.exchange?.noteHead()
      state.exchange?.response = head
      return .head(head)
    }
    if let arrival { arrive(.arrival(arrival)) }
  }

  func arrive(_ piece: Data) {
    let isHeldBack = state.withLock { state in
      state.exchange?.body.append(piece)
      let wasHeldBack = state.isHeldBack
      if let exchange = state.exchange, exchange.body.count > Self.largestRedirect {
        state.isHeldBack = false
      }
      return wasHeldBack
    }
    arrive(.arrival(.piece(piece)))
    if isHeldBack {
      noteProgress()
      bringFirst()
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
    var headers = StubHeaders(fields)
    // Foundation joins the fields of a name, but a client takes the first cookie of a field only.
    if let cookies = headers["Set-Cookie"] {
      headers.remove("Set-Cookie")
      for cookie in cookies.split(separator: /, *(?=[^;,=\s]+=)/) {
        headers.append(String(cookie), for: "Set-Cookie")
      }
    }
    self.init(status: response.statusCode, headers: headers)
  }
}
