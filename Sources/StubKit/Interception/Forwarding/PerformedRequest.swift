public import Foundation

extension StubRequest {
  /// Sends the request to the real server, past all stubs, and returns the response.
  ///
  /// ```swift
  /// stub(condition: isPath("/profile")) { request in
  ///   let real = try await request.perform()
  ///   return real.with(header: "Cache-Control", value: "no-store").delayed(by: .seconds(2))
  /// }
  /// ```
  /// The request keeps its method, header fields and body, and goes out through a private session
  /// with the configuration of the session that it came from. No stub, recording or policy for
  /// unmatched requests applies to it, and no recording contains it. Redirects are followed, up to
  /// 20 times. A 401 is an answer like others: a session's delegate is asked about it if the
  /// closure returns it. The body of the final answer is whole, and neither compressed nor chunked;
  /// `timing` says how long the answer took.
  ///
  /// The request is cancelled with the task that awaits it; in a response closure, also when the
  /// request to answer is cancelled or times out. Where no session waits, as in a test's body or
  /// behind a stub server, it times out once nothing has come for `timeoutInterval` in real time.
  ///
  /// - Throws: The error of the network, as a session would report it.
  public func perform() async throws -> StubResponse {
    try await PerformedRequest.answer(to: urlRequest, body: body)
  }

  /// Sends the request to another server, past all stubs, and returns the response.
  ///
  /// ```swift
  /// stub(condition: isHost("api.example.com")) { request in
  ///   try await request.perform(at: URL(string: "http://localhost:8080/v2")!)
  /// }
  /// // https://api.example.com/users?page=2 becomes http://localhost:8080/v2/users?page=2
  /// ```
  /// Scheme, host and port are those of the server; its path and query come before the request's.
  /// Header fields are sent as they are, even those with credentials, except for `Host`.
  ///
  /// - Throws: The error of the network, as a session would report it; `URLError.badURL` if the
  ///   server's URL has no host on the network, such as a `data:` URL.
  public func perform(at server: URL) async throws -> StubResponse {
    var request = urlRequest
    request.url = try request.url.map { try $0.moved(to: server) }
    request.setValue(nil, forHTTPHeaderField: "Host")
    return try await PerformedRequest.answer(to: request, body: body)
  }
}

extension URL {
  /// The server's own path and query come before those of this URL.
  fileprivate func moved(to server: URL) throws(URLError) -> URL {
    let own = URLComponents(url: self, resolvingAgainstBaseURL: true)
    var moved = URLComponents(url: server, resolvingAgainstBaseURL: true)
    let start = moved?.percentEncodedPath ?? ""
    moved?.percentEncodedPath =
      (start.hasSuffix("/") ? String(start.dropLast()) : start) + (own?.percentEncodedPath ?? "")
    let queries = [moved?.percentEncodedQuery, own?.percentEncodedQuery].compactMap(\.self)
    moved?.percentEncodedQuery = queries.isEmpty ? nil : queries.joined(separator: "&")
    let isOnNetwork = ScannedURL.scanning(server.absoluteURL) {
      $0.needsNetwork && !$0.rawHost.isEmpty
    }
    guard isOnNetwork, let url = moved?.url else {
      throw URLError(
        .badURL,
        "The request cannot be performed at \(server.absoluteString): it needs a URL with a scheme and "
          + "a host, such as http://localhost:8080.", url: server)
    }
    return url
  }
}

enum PerformedRequest {
  /// The most requests that closures may have under way to stub servers of their own registry.
  private static let mostToItself = 100

  static func answer(to request: URLRequest, body: Data?) async throws -> StubResponse {
    let registry = StubRegistry.current
    do {
      return try await answer(to: request, body: body, within: registry)
    } catch let error as URLError {
      throw registry.discretion.shown(error.failing(request.url), of: request)
    }
  }

  private static func answer(
    to request: URLRequest, body: Data?, within registry: StubRegistry
  ) async throws -> StubResponse {
    guard request.url != nil else {
      throw URLError(.badURL, "A request that has no URL cannot be performed.")
    }
    // Simulated time cannot see the network's work, so it stands still meanwhile.
    let work = registry.rest.map(Transit.init(noticedBy:))
    defer { withExtendedLifetime(work) {} }
    let client = ClientContext.ofClosure
    let cookies = CookieRules(registry: registry, session: client?.session)
    let start = ContinuousClock.now
    var (request, body) = (request, body)
    for _ in 0...Redirection.limit {
      let isToItself =
        !ClosureCall.around.isEmpty && ServedPorts.lead(from: request.url, to: registry)
      defer { if isToItself { registry.noteRequestsToItself(-1) } }
      if isToItself, registry.noteRequestsToItself(1) > mostToItself {
        throw URLError.brokenResponse(
          .unsupportedURL,
          "the closure asks a stub server that asks it, \(mostToItself) times within each other. "
            + "`request.perform(at:)` asks another server")
      }
      let hop = PerformedHop(request: request, body: body, network: NetworkHop(on: client))
      let (answer, redirect) = try await hop.answer()
      guard var next = redirect else { return StubResponse(answer, to: request, after: start) }
      cookies.removeCookies(for: request.url, from: &next)
      cookies.store(answer.head.headers, for: request)
      if let refusal = Redirection.refusal(of: next.url) { throw refusal }
      cookies.addCookies(to: &next)
      body = next.httpBody
      request = next
    }
    throw URLError(
      .httpTooManyRedirects,
      "The request was redirected more than \(Redirection.limit) times.", url: request.url)
  }
}

extension StubRegistry {
  @discardableResult
  fileprivate func noteRequestsToItself(_ change: Int) -> Int {
    state.withLock { state in
      state.requestsToItself += change
      return state.requestsToItself
    }
  }
}

extension ClientContext {
  /// The context of the request that the surrounding response closure answers.
  @TaskLocal static var ofClosure: ClientContext?
}

private struct PerformedHop: Sendable {
  struct Answer: Sendable {
    var head = StubResponse.Head(status: 200, headers: [:])
    var body = Data()
    var headTime = ContinuousClock.now
  }

  let request: URLRequest
  let body: Data?
  let network: NetworkHop

  /// Reads the whole answer, or only the head of a redirect; call this only once.
  func answer() async throws -> (Answer, redirect: URLRequest?) {
    guard !Task.isCancelled else { throw URLError(.cancelled) }
    network.start(request, body: body)
    // If a session's request waits for the closure, that request has a timeout of its own.
    let idle = network.context == nil ? SessionDoor.duration(request.timeoutInterval) : nil
    let error = TimeLimits(idle: idle).error.failing(request.url)
    let timer = idle.map { RunningTimer($0) { network.arrivals.arriveAtEnd(error) } }
    timer?.start()
    defer {
      timer?.cancel()
      network.cancel()
    }
    return try await withTaskCancellationHandler {
      try await read(within: timer)
    } onCancel: {
      network.arrivals.arriveAtEnd(URLError(.cancelled))
    }
  }

  private func read(within timer: RunningTimer?) async throws -> (Answer, redirect: URLRequest?) {
    var answer = Answer()
    while true {
      let (input, time) = await next(within: timer)
      switch input {
      case .arrival(.head(let head)):
        (answer.head, answer.headTime) = (head, time)
        let next = Redirection.request(
          after: head.status, location: head.headers["Location"], from: request, body: body)
        if let next { return (answer, next) }
      case .arrival(.foreignHead(let head)):
        answer.headTime = time
        if let type = head.mimeType { answer.head.headers.set(type, for: "Content-Type") }
      case .arrival(.piece(let piece)): answer.body.append(piece)
      case .arrival(.end): return (answer, nil)
      case .failed(let error, _): throw error
      default: break  // The network brings nothing else.
      }
    }
  }

  private func next(within timer: RunningTimer?) async -> (Input, ContinuousClock.Instant) {
    // Locked for the thread sanitizer, which does not see that the resume precedes the read.
    let brought = Locked((Input.due, ContinuousClock.now))
    await withCheckedContinuation { continuation in
      let reader = ArrivalReader { input in
        timer?.restart()
        brought.withLock { $0 = (input, .now) }
        continuation.resume()
      } noteProgress: {
        timer?.restart()
      }
      if let input = network.arrivals.next(reader) { reader.bring(input) }
    }
    return brought.withLock(\.self)
  }
}

extension StubResponse {
  /// Foundation has already decompressed the body and removed its chunk framing.
  fileprivate init(
    _ answer: PerformedHop.Answer, to request: URLRequest, after start: ContinuousClock.Instant
  ) {
    var headers = answer.head.headers
    headers.remove("Transfer-Encoding")
    // Without a body (HEAD, 304) these fields describe a body that is not sent, and stay.
    let hasNoBody = request.httpMethod == "HEAD" || answer.head.status == 304
    if !hasNoBody {
      headers.remove("Content-Encoding")
      headers.set(String(answer.body.count), for: "Content-Length")
    }
    self.init(
      recordedWith: answer.head.status, headers: headers, body: hasNoBody ? nil : answer.body)
    delivery.timing = Timing(
      wait: start.duration(to: answer.headTime), receive: answer.headTime.duration(to: .now))
  }
}
