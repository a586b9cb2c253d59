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
      concludeRedirect(to: next) { self.channel.redirect(to: next, after: head) }
      return .over
    #endif
  }

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
      if let snapshot = hop.snapshot {
        let stub = hop.claim.map { " by the stub at \($0.stub.location)" } ?? ""
        origin = "It was redirected there from \(snapshot)\(stub)."
      }
      concludeRedirect(to: next) {
        self.begin(next, body: next.httpBody)
      }
    }
  #endif

  private func concludeRedirect(
    to next: URLRequest, then go: @escaping @Sendable () -> Void
  ) {
    tellForwarded()
    registry.conclude(hop.exchange, .redirected, response: hop.response)
    guard let snapshot = hop.snapshot else { return go() }
    tell(
      StubEvent(
        .redirected, snapshot, stub: hop.claim?.stub, response: hop.response,
        redirectURL: next.url),
      then: go)
  }
}
