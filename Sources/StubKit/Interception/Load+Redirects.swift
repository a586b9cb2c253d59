import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Redirects: followed here, because on Linux the client cannot be told of them.
extension Load {
  /// Follows a response that leads elsewhere; nil if it does not.
  func redirect(
    after head: HTTPURLResponse, _ response: StubExchange.Response
  ) -> Progress? {
    guard
      let next = Redirection.request(
        after: response.status, location: response.headers["Location"], from: hop.request,
        body: hop.body)
    else { return nil }
    guard redirects < Redirection.limit else {
      fail(
        URLError(
          .httpTooManyRedirects, "The request was redirected more than \(Redirection.limit) times.")
      )
      return .over
    }
    #if canImport(FoundationNetworking)
      return askDelegate(about: next, after: head)
    #else
      return handOver(to: next, after: head)
    #endif
  }

  #if !canImport(FoundationNetworking)
    /// Leaves the decision to the loading system, which asks the delegate.
    ///
    /// If the redirect is followed, the next hop is a load of its own and this one is stopped;
    /// if it is refused, the client waits for this response. So the exchange is closed before the
    /// client can stop the load, and the delivery goes on: it is ignored, or it is the answer.
    private func handOver(to next: URLRequest, after head: HTTPURLResponse) -> Progress {
      let goesOn = Promise<Bool>()
      let origin = redirectOrigin
      concludeRedirect(to: next) {
        if let task = self.channel.task { TaskMark.of(task).noteRedirect(from: origin) }
        self.channel.redirect(to: next, after: head)
        self.channel.receive(head)
        goesOn.keep(true)
      } orDrop: {
        goesOn.keep(false)
      }
      // What comes from now on belongs to no exchange of this load.
      (hop.exchange, hop.snapshot) = (nil, nil)
      return .pending(goesOn: goesOn)
    }
  #endif

  #if canImport(FoundationNetworking)
    private func askDelegate(about next: URLRequest, after head: HTTPURLResponse) -> Progress {
      let progress = askDelegate { delegate, session, task, react in
        delegate.urlSession(
          session, task: task, willPerformHTTPRedirection: head, newRequest: next,
          completionHandler: react)
      } then: { (chosen: URLRequest?) in
        if let chosen {
          self.follow(chosen)
        } else {
          // Refused: the redirect itself is the response.
          self.channel.receive(head)
        }
        return chosen == nil
      }
      if let progress { return progress }
      follow(next)
      return .over
    }

    private func follow(_ next: URLRequest) {
      redirects += 1
      origin = redirectOrigin ?? origin
      concludeRedirect(to: next) {
        self.begin(next, body: next.httpBody)
      }
    }
  #endif

  /// Where the next hop comes from, for the report if no stub matches it.
  private var redirectOrigin: String? {
    hop.snapshot.map { snapshot in
      let stub = hop.claim.map { " by the stub at \($0.stub.location)" } ?? ""
      return "It was redirected there from \(snapshot)\(stub)."
    }
  }

  private func concludeRedirect(
    to next: URLRequest, then go: @escaping @Sendable () -> Void,
    orDrop drop: @escaping @Sendable () -> Void = {}
  ) {
    tellForwarded()
    registry.conclude(hop.exchange, .redirected, response: hop.response)
    guard let snapshot = hop.snapshot else { return go() }
    tell(
      StubEvent(
        .redirected, snapshot, stub: hop.claim?.stub, response: hop.response,
        redirectURL: next.url),
      then: go, orDrop: drop)
  }
}
