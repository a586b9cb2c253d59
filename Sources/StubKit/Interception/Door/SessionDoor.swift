import Foundation

/// The door between an exchange and the session whose task made the request.
final class SessionDoor: PerformingDoor, Door, @unchecked Sendable {
  let client: LoadingClient
  /// How many bytes of this hop's request body the delegate has been told of.
  private var sentBytes: Int64 = 0

  init(
    of proto: StubURLProtocol, answeredBy registry: StubRegistry,
    on grounds: RegistryFinder.Grounds, reporter: IssueReporter?
  ) {
    client = LoadingClient(proto)
    let context = ClientContext(of: proto)
    super.init(
      answeredBy: registry, on: grounds, in: context, drainedBy: context.drain, reporter: reporter)
  }

  /// The request's own timeout, or else the session's; and the session's limit for a whole load.
  override func limits(of request: URLRequest) -> TimeLimits {
    let session = context?.session?.configuration
    let own = request.timeoutInterval
    let idle = request.setsTimeout ? own : session?.timeoutIntervalForRequest ?? own
    return TimeLimits(
      idle: Self.duration(idle), total: (session?.timeoutIntervalForResource).flatMap(Self.duration)
    )
  }

  override func stopHop() {
    super.stopHop()
    sentBytes = 0
  }

  override func readBody(of request: URLRequest, isOwn: Bool, _ back: ReplyHandle) -> Input? {
    let task = isOwn ? context?.task : nil
    if let refusal = UnsupportedTask.refusal(of: task) {
      let text = registry.saying { "\(StubRequest(request)): \(refusal)" }
      watch(limits(of: request), back)
      elsewhere(back) { [registry, reporter] in
        registry.report(StubIssue(kind: .unsendable, text: text), to: reporter)
        return .failed(URLError(.unsupportedURL, text, url: request.url))
      }
      return nil
    }
    switch RequestBody(of: request, sentBy: task) {
    case .none:
      return .body(nil)
    case .data(let data):
      return .body(data)
    case .file(let file):
      // `Data` would fetch any other URL from the network, right here.
      guard file.isFileURL, let data = try? Data(contentsOf: file, options: .mappedIfSafe) else {
        let isThere = !file.isFileURL || FileManager.default.fileExists(atPath: file.path)
        return .failed(
          URLError(
            isThere ? .cannotOpenFile : .fileDoesNotExist,
            "The file to upload, \(file.path.withVisibleControls), could not be read."))
      }
      return .body(data)
    case .stream(let stream):
      watch(limits(of: request), back)
      read(stream, back)
      return nil
    case .delegate:
      return askForStream(within: limits(of: request), back)
    }
  }
}

extension SessionDoor {
  func removeSessionCookies(from request: inout URLRequest) {
    guard registry.isShared, ClientContext.addsCookiesToTasks else { return }
    CookieRules(registry: registry, session: context?.session)
      .removeCookies(for: request.url, from: &request)
  }

  func keepCookies(of head: StubResponse.Head, for request: URLRequest) {
    CookieRules(registry: registry, session: context?.session).store(head.headers, for: request)
  }

  func hearSent(_ count: Int, of total: Int) {
    let sent = Int64(count)
    timed?.noteTelling()
    context?.tellDelegate(sent: sent, of: Int64(total), added: sent - sentBytes)
    sentBytes = sent
  }

  func hear(
    _ head: StubResponse.Head, followedBy body: BodyLength, of request: URLRequest,
    leadingTo redirect: Redirect?
  ) {
    timed?.noteTelling()
    client.receive(head, from: request.url ?? Self.noURL, leadingTo: redirect)
  }

  func hear(foreignHead: URLResponse) { client.receive(foreignHead) }

  func hear(_ piece: Data, bodySoFar: Data?) {
    timed?.noteTelling()
    client.load(piece, bodySoFar: bodySoFar)
  }

  func hear(_ ending: Ending) {
    if case .cancelled = ending { return }
    timed?.noteEnd()
    if case .failed(let error, _) = ending { client.fail(error) } else { client.finish() }
  }

  func abandon() {
    let request = context?.task?.originalRequest ?? URLRequest(url: Self.noURL)
    let error = URLError.described(.cancelled).failing(request.url)
    client.abandon(with: registry.discretion.shown(error, of: request))
  }

  /// Stands in for the URL of a request that has none, since a response must have one.
  static let noURL = URL(filePath: "/")

  func dressed(_ request: URLRequest, isOwn: Bool) -> URLRequest {
    var request = request
    addSessionHeaders(to: &request)
    // With `.shared` the cookies are the session's own, and the session has added them already.
    if isOwn, registry.isShared, ClientContext.addsCookiesToTasks { return request }
    CookieRules(registry: registry, session: context?.session).addCookies(to: &request)
    return request
  }

  /// The request that a protocol is given lacks the session's headers.
  private func addSessionHeaders(to request: inout URLRequest) {
    guard let additional = context?.session?.configuration.httpAdditionalHeaders else { return }
    for (name, value) in additional {
      let name = "\(name)"
      if request.value(forHTTPHeaderField: name) == nil {
        request.setValue("\(value)", forHTTPHeaderField: name)
      }
    }
  }

  static func duration(_ interval: TimeInterval) -> Duration? {
    interval > 0 && interval.isFinite ? .simulated(seconds: interval) : nil
  }
}

extension HTTPURLResponse {
  convenience init?(_ head: StubResponse.Head, from url: URL) {
    self.init(
      url: url, statusCode: head.status, httpVersion: "HTTP/1.1",
      headerFields: head.headers.dictionary)
  }
}
