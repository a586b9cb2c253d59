import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Who waits for what the network brings next.
protocol ArrivalReader: Sendable {
  /// It has come.
  func bring(_ news: News)
  /// It has not come, but the upload gets on.
  func noteProgress()
}

extension WayBack: ArrivalReader {
  /// Whoever waits has more patience.
  func noteProgress() {
    whileOpen { $0.alarm = $0.alarm?.restarted() }
  }
}

/// What the network brings back for a hop, kept until it is asked for.
final class NetworkArrivals: @unchecked Sendable {
  // Unchecked: everything that changes is behind the lock.

  private struct State {
    var news: ArraySlice<News> = []
    /// Who waits for the next arrival.
    var waiting: (any ArrivalReader)?
    var hasHead = false
    /// Whether the head is kept for now: the response to a challenge that may still be answered is not
    /// the last word, and a redirect that is recorded is followed once its own body is there.
    var isHeldBack = false
    var isOver = false
    var foreignHead: URLResponse?
    /// What was brought back so far, if somebody wants to hear of it.
    var exchange: ForwardedExchange?
  }

  /// The largest body of a redirect that is waited for.
  private static let largestRedirect = 1 << 20

  private let state = Locked(State())

  /// Has everything kept for those who hear of the hop.
  func keepAll(of exchange: ForwardedExchange) {
    state.withLock { $0.exchange = exchange }
  }

  /// What was kept for them, once.
  func takeExchange() -> ForwardedExchange? {
    state.withLock { $0.exchange.take() }
  }

  /// The head of a response that is none of HTTP's.
  var foreignHead: URLResponse? { state.withLock(\.foreignHead) }

  /// The next arrival; nil if there is none yet, and it is brought when it comes.
  func next(_ reader: any ArrivalReader) -> News? {
    state.withLock { state in
      if !state.isHeldBack, let news = state.news.popFirst() { return news }
      // Whoever asked for the end is not kept.
      if !state.isOver { state.waiting = reader }
      return nil
    }
  }

  /// Takes a head in; only the first counts, since a redirect's comes twice.
  func arrive(_ response: URLResponse) {
    let status = (response as? HTTPURLResponse)?.statusCode ?? 200
    // The response itself is still to come.
    guard status >= 200 else { return }
    let isFirst = state.withLock { state in
      defer { state.hasHead = true }
      return !state.hasHead
    }
    guard isFirst else { return }
    guard let response = response as? HTTPURLResponse else {
      state.withLock { $0.foreignHead = response }
      return arrive(.arrival(.foreignHead))
    }
    let head = StubResponse.Head(response)
    state.withLock { state in
      let isRedirect = 300...399 ~= status && head.headers.contains("Location")
      state.isHeldBack = status == 401 || isRedirect && state.exchange != nil
      state.exchange?.noteHead()
      state.exchange?.response = head
    }
    arrive(.arrival(.head(head)))
  }

  /// Takes a piece of the body in.
  func arrive(_ piece: Data) {
    let isHeldRedirect = state.withLock { state in
      state.exchange?.body.append(piece)
      guard state.isHeldBack, let status = state.exchange?.response?.status, status != 401
      else { return false }
      // Nobody means so much by a redirect; and it may never end.
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

  /// A challenge was answered: the response that it came with is none.
  func startAnew() {
    state.withLock { state in
      (state.hasHead, state.isHeldBack, state.news) = (false, false, [])
      state.exchange?.response = nil
      state.exchange?.body = Data()
    }
  }

  /// Takes the end in.
  func arriveAtEnd(_ error: (any Error)?) {
    let hasHead = state.withLock { state in
      state.isHeldBack = false
      return state.hasHead
    }
    bringFirst()
    let noHead = URLError(.badServerResponse, "The server's answer ended without a response.")
    arrive((error ?? (hasHead ? nil : noHead)).map { .failed($0) } ?? .arrival(.end))
  }

  /// Brings what was held back, if it is held back no more and somebody waits for it.
  private func bringFirst() {
    let held: (any ArrivalReader, News)? = state.withLock { state in
      guard !state.isHeldBack, let waiting = state.waiting, let news = state.news.popFirst()
      else { return nil }
      state.waiting = nil
      return (waiting, news)
    }
    if let (waiting, news) = held { waiting.bring(news) }
  }

  /// Brings what has come to whoever waits for it, or keeps it.
  private func arrive(_ news: News) {
    let waiting: (any ArrivalReader)? = state.withLock { state in
      guard !state.isOver else { return nil }
      // Never past what was held back.
      if !state.isHeldBack, state.news.isEmpty, let waiting = state.waiting.take() {
        return waiting
      }
      state.news.append(news)
      return nil
    }
    waiting?.bring(news)
  }

  /// The upload gets on.
  func noteProgress() {
    let waiting = state.withLock(\.waiting)
    waiting?.noteProgress()
  }

  /// Nothing is wanted any more.
  func end() {
    let unwanted = state.withLock { state in
      defer {
        state.isOver = true
        state.news = []
        state.waiting = nil
      }
      return (state.news, state.waiting)
    }
    // What it holds ends after the lock has been released.
    withExtendedLifetime(unwanted) {}
  }
}

extension StubResponse.Head {
  /// The head of a response that came from the network.
  fileprivate init(_ response: HTTPURLResponse) {
    let fields = response.allHeaderFields.reduce(into: [String: String]()) { fields, field in
      fields["\(field.key)"] = "\(field.value)"
    }
    self.init(status: response.statusCode, headers: StubHeaders(fields))
  }
}
