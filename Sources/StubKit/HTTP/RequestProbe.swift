package import Foundation

/// A request as the matchers see it: its URL is scanned once, and its body is parsed on demand.
///
/// A probe lives on the stack for one decision and must not leave the closure it is passed to.
package struct RequestProbe {
  /// How much of the request is known, and what a matcher may do to learn more.
  package enum Sight {
    /// In `canInit`: like `guarded`, but headers that the session adds later are not there yet.
    case glance
    /// When loading starts, under a registry's lock: no user closure runs, and no body is parsed.
    case guarded
    /// Outside every lock, for reports: no user closure runs.
    case quiet
    /// When loading starts, outside every lock, or when a matcher is called by hand: closures may run.
    case full
  }

  package enum Body {
    case unseen
    /// Before loading starts: the request's own `httpBody`, which is nil for an upload task.
    case inRequest
    /// The body has been read; nil if there is none. Of clients, only a session refuses a GET with a body.
    case seen(Data?, bySession: Bool = true)
  }

  package let request: URLRequest
  package let url: ScannedURL
  /// `GET` if the request names no method.
  package let method: String
  let body: Body
  package let sight: Sight
  /// Results that the matchers share; on the stack, as the probe is.
  let memo: UnsafeMutablePointer<Memo>

  struct Memo {
    fileprivate var headers: [String: String]?
    var body: ParsedBody?
    /// Parses the form that a matcher asked for under the lock; to be called once the lock is released.
    var wantedForm: (@Sendable (ParsedBody) -> Void)?
    /// The effort spent on searches in the request's texts, in steps.
    var searchEffort = 0
    /// Searches given up for their length; without their result, the answering stub is unknown.
    var givenUp: Set<String> = []

    init(body: ParsedBody? = nil) { self.body = body }
  }

  @inline(__always)
  package static func examining<Result>(
    _ request: URLRequest, body: Body, sight: Sight, parsed: ParsedBody? = nil,
    _ decide: (RequestProbe) -> Result
  ) -> Result {
    var memo = Memo(body: parsed)
    return examining(request, body: body, sight: sight, memo: &memo, decide)
  }

  /// Uses a memo that outlives the probe, so that several probes of a request can share it.
  @inline(__always)
  static func examining<Result>(
    _ request: URLRequest, body: Body, sight: Sight, memo: inout Memo,
    _ decide: (RequestProbe) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &memo) { memo in
      ScannedURL.scanning(request.url) { url in
        decide(
          RequestProbe(
            request: request, url: url, method: request.httpMethod ?? "GET", body: body,
            sight: sight, memo: memo))
      }
    }
  }

  func with(sight: Sight) -> RequestProbe {
    RequestProbe(
      request: request, url: url, method: method, body: body, sight: sight, memo: memo)
  }

  /// Whether a search was given up, so that the answering stub is unknown.
  var isUnknown: Bool { !memo.pointee.givenUp.isEmpty }

  /// Whether the matchers run under a registry's lock, so that other requests wait for them.
  var isHurried: Bool { sight == .glance || sight == .guarded }

  var headers: [String: String] {
    if let known = memo.pointee.headers { return known }
    let headers = request.allHTTPHeaderFields ?? [:]
    memo.pointee.headers = headers
    return headers
  }

  package func header(_ name: String) -> String? { name.withBytes { header($0) } }

  @inline(__always)
  func header(_ name: UnsafeBufferPointer<UInt8>) -> String? {
    // Foundation's own lookup lowercases every name it visits.
    for (candidate, value) in headers where candidate.equalsIgnoringASCIICase(name) {
      return value
    }
    return nil
  }

  var mayGainHeaders: Bool { sight == .glance }

  func snapshot(pathParameters: [String: String] = [:]) -> StubRequest {
    let body = if case .seen(let data, _) = body { data } else { request.httpBody }
    return StubRequest(request, body: body, pathParameters: pathParameters)
  }

  /// The body if it is known; nil also if the request has none.
  package var seenBody: Data? {
    switch body {
    case .unseen: nil
    case .inRequest: request.httpBody
    case .seen(let data, _): data
    }
  }

  package func form<Form: BodyForm>(_ type: Form.Type = Form.self) -> Form? {
    seenBody.map { parsed($0).form(type) }
  }

  /// Parses, outside the lock, the form that a matcher asked for; if true, ask the matchers again.
  func makeWantedForm() -> Bool {
    guard let read = memo.pointee.wantedForm, let body = memo.pointee.body else { return false }
    memo.pointee.wantedForm = nil
    read(body)
    return true
  }

  /// Calls `ask`, and again after parsing each form that a matcher still needs; `ask` may take a lock.
  func askingUntilRead<Answer>(_ ask: () -> Answer) -> Answer {
    var answer = ask()
    while makeWantedForm() { answer = ask() }
    return answer
  }

  func parsed(_ data: Data) -> ParsedBody {
    if let known = memo.pointee.body { return known }
    let body = ParsedBody(data)
    memo.pointee.body = body
    return body
  }
}
