import Foundation

struct ArrivalReader: Sendable {
  let bring: @Sendable (Input) -> Void
  /// Called when bytes were sent while the reader waits.
  let noteProgress: @Sendable () -> Void
}

/// Queues what the network brings for a hop until a reader asks for it.
final class NetworkArrivals: Sendable {
  private struct State {
    var inputs: ArraySlice<Input> = []
    var waiting: ArrivalReader?
    var hasHead = false
    var isOver = false
    /// Nil unless a listener wants the hop.
    var exchange: ForwardedExchange?
  }

  private let state = Locked(State())

  func keepAll(of exchange: ForwardedExchange) { state.withLock { $0.exchange = exchange } }

  func takeExchange() -> ForwardedExchange? { state.withLock { $0.exchange.take() } }

  /// Nil if nothing has arrived yet; the reader then gets the next arrival.
  func next(_ reader: ArrivalReader) -> Input? {
    state.withLock { state in
      if let input = state.inputs.popFirst() { return input }
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
      guard let response = response as? HTTPURLResponse else { return .foreignHead(response) }
      let head = StubResponse.Head(response)
      state.exchange?.noteHead()
      state.exchange?.response = head
      return .head(head)
    }
    if let arrival { arrive(.arrival(arrival)) }
  }

  func arrive(_ piece: Data) {
    state.withLock { $0.exchange?.body.append(piece) }
    arrive(.arrival(.piece(piece)))
  }

  func arriveAtEnd(_ error: (any Error)?) {
    let noHead = URLError(.badServerResponse, "The server's answer ended without a response.")
    let hasHead = state.withLock(\.hasHead)
    arrive((error ?? (hasHead ? nil : noHead)).map { .failed($0) } ?? .arrival(.end))
  }

  private func arrive(_ input: Input) {
    let waiting: ArrivalReader? = state.withLock { state in
      guard !state.isOver else { return nil }
      if let waiting = state.waiting.take() { return waiting }
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
    // Foundation joins fields of one name by a comma and a blank, but a client takes only the
    // first cookie of each field.
    if let cookies = headers["Set-Cookie"] {
      headers.remove("Set-Cookie")
      for cookie in cookies.split(separator: /, +(?=[^;,=\s]+=)/) {
        headers.append(String(cookie), for: "Set-Cookie")
      }
    }
    self.init(status: response.statusCode, headers: headers)
  }
}
