package import Foundation

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// A request as the matchers see it: its URL scanned once, its body only if it has been read.
///
/// It is made on the stack for one decision and must not leave the closure it is handed to.
package struct RequestProbe {
  /// How much of the request can be seen, and what a matcher may do to see more.
  package enum Sight {
    /// In `canInit`, under a registry's lock: no user closure runs, no body is parsed, and what the
    /// session adds later is not there yet.
    case glance
    /// When loading starts, under a registry's lock: no user closure runs, and no body is parsed.
    case guarded
    /// Outside every lock, for reports: no user closure runs.
    case quiet
    /// When loading starts, outside every lock, and for everyone who asks by hand.
    case full
  }

  /// What is known of the body.
  package enum Body {
    /// Nobody has read it yet.
    case unseen
    /// Before loading starts: what the request itself shows, which is read when it is asked for.
    ///
    /// No body there does not mean that there is none: an upload task keeps it elsewhere.
    case inRequest
    /// It has been read; nil if the request has none.
    case seen(Data?)
  }

  /// The request itself, for what is not scanned.
  package let request: URLRequest
  /// The parts of the request's URL.
  package let url: ScannedURL
  /// The name of the method; `GET` if the request names none.
  package let method: String
  /// The body as far as it is known.
  let body: Body
  /// How much can be seen.
  package let sight: Sight
  /// What has been read of the request, on the stack like the probe.
  let memo: UnsafeMutablePointer<Memo>

  /// What of a request is read when it is first asked for.
  struct Memo {
    fileprivate var headers: [String: String]?
    var body: ParsedBody?
    /// Reads the form of the body that was asked for where none may be read.
    var wantedForm: (@Sendable (ParsedBody) -> Void)?
    /// What it has cost to search texts of the request, in steps.
    var searchEffort = 0
    /// What was searched for so long that it was given up: nobody knows whom the request is for.
    var givenUp: Set<String> = []

    /// - Parameter body: The body with what has been read from it already, if anything has.
    init(body: ParsedBody? = nil) {
      self.body = body
    }
  }

  /// Scans a request and hands the probe to `decide`.
  ///
  /// - Parameter parsed: The body with what has been read from it already, if anything has.
  @inline(__always)
  package static func examining<Result, Failure: Error>(
    _ request: URLRequest, body: Body, sight: Sight, parsed: ParsedBody? = nil,
    _ decide: (RequestProbe) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var memo = Memo(body: parsed)
    return try examining(request, body: body, sight: sight, memo: &memo, decide)
  }

  /// The same with what another probe of the request has read, and for one that follows.
  @inline(__always)
  static func examining<Result, Failure: Error>(
    _ request: URLRequest, body: Body, sight: Sight, memo: inout Memo,
    _ decide: (RequestProbe) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeMutablePointer(to: &memo) { memo throws(Failure) in
      try ScannedURL.scanning(request.url) { url throws(Failure) in
        try decide(
          RequestProbe(
            request: request, url: url, method: request.httpMethod ?? "GET", body: body,
            sight: sight, memo: memo))
      }
    }
  }

  /// The same request, with more or less in sight.
  func with(sight: Sight) -> RequestProbe {
    RequestProbe(
      request: request, url: url, method: method, body: body, sight: sight, memo: memo)
  }

  /// Whether a search was given up on which it depends who answers.
  var isUnknown: Bool { !memo.pointee.givenUp.isEmpty }

  /// Whether everybody else waits for the verdict.
  var isHurried: Bool {
    switch sight {
    case .glance, .guarded: true
    case .quiet, .full: false
    }
  }

  /// The header fields.
  var headers: [String: String] {
    if let known = memo.pointee.headers { return known }
    let headers = request.allHTTPHeaderFields ?? [:]
    memo.pointee.headers = headers
    return headers
  }

  /// The value of a header field, its name ignoring ASCII case, or nil if the request lacks it.
  package func header(_ name: String) -> String? {
    name.withBytes { header($0) }
  }

  /// The same for a name in UTF-8.
  @inline(__always)
  func header(_ name: UnsafeBufferPointer<UInt8>) -> String? {
    // Foundation's own look-up lowercases every name that it passes.
    for (candidate, value) in headers where candidate.equalsIgnoringASCIICase(name) {
      return value
    }
    return nil
  }

  /// Whether a field that is missing may still be added by the session before the request is sent.
  var mayGainHeaders: Bool { sight == .glance }

  /// The snapshot of this request that closures, the log and reports are given.
  func snapshot(pathParameters: [String: String] = [:]) -> StubRequest {
    guard case .seen(let data) = body else {
      return StubRequest(request, body: request.httpBody, pathParameters: pathParameters)
    }
    return StubRequest(request, body: data, pathParameters: pathParameters)
  }
}
