public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension StubRequest {
  /// Asks the real server, past all stubs, and returns its answer, to be looked at and amended.
  ///
  /// ```swift
  /// stub(condition: isPath("/profile")) { request in
  ///   let real = try await request.perform()
  ///   return real.with(header: "Cache-Control", value: "no-store").delayed(by: .seconds(2))
  /// }
  /// ```
  /// The request goes out with its method, header fields and body, through a session of its own with
  /// the configuration of the one that it came from. No stub, no recording and no policy for unmatched
  /// requests has a say in it, since the test asks for it. Redirects are followed, up to 20 times, and
  /// the final answer is returned, with its body whole and neither compressed nor chunked. `timing` says
  /// how long it took.
  ///
  /// It is cancelled with the task that awaits it, and in a response closure with the request, also if
  /// that times out. A recording does not write it down.
  ///
  /// - Throws: What the network fails with, as a session would have it.
  public func perform() async throws -> StubResponse {
    try await PerformedRequest.answer(to: urlRequest, body: body)
  }

  /// Asks another server for the same, past all stubs, and returns its answer.
  ///
  /// ```swift
  /// stub(condition: isHost("api.example.com")) { request in
  ///   try await request.perform(at: URL(string: "http://localhost:8080/v2")!)
  /// }
  /// // https://api.example.com/users?page=2 becomes http://localhost:8080/v2/users?page=2
  /// ```
  /// Scheme, host and port are those of the server; a path of its own comes in front of the request's.
  /// Header fields are sent as they are, those with credentials, too, but for `Host`.
  ///
  /// - Throws: What the network fails with, as a session would have it; an error that says so for a URL
  ///   without a host on the network, such as a `data:` URL.
  public func perform(at server: URL) async throws -> StubResponse {
    var request = urlRequest
    request.url = try request.url.map { try $0.moved(to: server) }
    request.setValue(nil, forHTTPHeaderField: "Host")
    return try await PerformedRequest.answer(to: request, body: body)
  }
}

extension URL {
  /// Whether it names a host that is asked over the network.
  private var isOnNetwork: Bool {
    ScannedURL.scanning(absoluteURL) { $0.needsNetwork && !$0.rawHost.isEmpty }
  }

  /// Returns the same path and query on another server, behind that server's own path.
  fileprivate func moved(to server: URL) throws(URLError) -> URL {
    guard let own = URLComponents(url: self, resolvingAgainstBaseURL: true),
      var moved = URLComponents(url: server, resolvingAgainstBaseURL: true), server.isOnNetwork
    else {
      throw URLError(
        .badURL,
        "The request cannot be performed at \(server.absoluteString): it needs a URL with a scheme and "
          + "a host, such as http://localhost:8080.", url: server)
    }
    let start = moved.percentEncodedPath
    moved.percentEncodedPath =
      (start.hasSuffix("/") ? String(start.dropLast()) : start) + own.percentEncodedPath
    let queries = [moved.percentEncodedQuery, own.percentEncodedQuery].compactMap(\.self)
    moved.percentEncodedQuery = queries.isEmpty ? nil : queries.joined(separator: "&")
    guard let url = moved.url else {
      throw URLError(
        .badURL, "The request cannot be performed at \(server.absoluteString).", url: server)
    }
    return url
  }
}
