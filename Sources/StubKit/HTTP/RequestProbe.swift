package import Foundation

/// A request as matchers see it: the URL is scanned once, and the body is parsed on demand.
///
/// A probe lives on the stack for one decision and must not leave the closure it is passed to.
package struct RequestProbe {
  package enum Sight {
    /// Like `guarded`, but before loading starts: the session may still add headers.
    case glance
    /// Under a registry's lock: no user closure runs, and no body is parsed.
    case guarded
    /// Outside every lock, for reports: no user closure runs.
    case quiet
    /// Outside every lock: user closures may run.
    case full
  }

  package enum Body {
    case unseen
    /// Before loading starts: `httpBody`, which is nil for an upload task.
    case inRequest
    /// Nil if there is no body; `bySession` matters: only a session refuses a GET with a body.
    case seen(Data?, bySession: Bool = true)
  }

  package let request: URLRequest
  package let sight: Sight
  /// Shared by the matchers; on the stack, so that the probe itself is a few words in registers.
  let memo: UnsafeMutablePointer<Memo>

  struct Memo {
    fileprivate let url: ScannedURL
    fileprivate let given: Body
    /// Empty until it is read.
    fileprivate var method = ""
    fileprivate var headers: [String: String]?
    /// The field that was found last: the index asks for its hash, and then a stub compares it.
    fileprivate var field: (key: String, value: String)?
    /// Allocated on demand: few decisions need it, and all others would pay for its release.
    var work: Work?
  }

  final class Work {
    var body: ParsedBody?
    /// Parses the form that a matcher lacked under the lock; call this after the lock is released.
    var wantedForm: (@Sendable (ParsedBody) -> Void)?
    /// In steps of the regular-expression engine.
    var searchEffort = 0
    /// Searches that took too long; without their result, the answering stub is unknown.
    var givenUp: Set<String> = []
    init(_ body: ParsedBody? = nil) { self.body = body }
  }

  var work: Work {
    if let known = memo.pointee.work { return known }
    let work = Work()
    memo.pointee.work = work
    return work
  }

  @inline(__always)
  package static func examining<Result>(
    _ request: URLRequest, body: Body, sight: Sight, parsed: ParsedBody? = nil,
    _ decide: (RequestProbe) -> Result
  ) -> Result {
    ScannedURL.scanning(request.url) { url in
      var memo = Memo(url: url, given: body, work: parsed.map(Work.init))
      return withUnsafeMutablePointer(to: &memo) {
        decide(RequestProbe(request: request, sight: sight, memo: $0))
      }
    }
  }

  func with(sight: Sight) -> RequestProbe {
    RequestProbe(request: request, sight: sight, memo: memo)
  }

  @inline(__always)
  package var url: ScannedURL { memo.pointee.url }

  var body: Body { memo.pointee.given }

  package var method: String { withMethod(\.text) }

  /// Reads the method on demand: few decisions depend on it, and Foundation is slow to tell it.
  @inline(__always)
  func withMethod<Result>(_ body: (Bytes) -> Result) -> Result {
    if memo.pointee.method.isEmpty { memo.pointee.method = request.httpMethod ?? "GET" }
    return memo.pointee.method.withUTF8(body)
  }

  var isUnknown: Bool { !(memo.pointee.work?.givenUp.isEmpty ?? true) }

  /// Whether matchers run under a registry's lock, on which other requests wait.
  package var isHurried: Bool { sight == .glance || sight == .guarded }

  var headers: [String: String] {
    if let known = memo.pointee.headers { return known }
    let headers = request.allHTTPHeaderFields ?? [:]
    memo.pointee.headers = headers
    return headers
  }

  package func header(_ name: String) -> String? { name.withBytes { field(named: $0)?.value } }

  /// Nil if there is no such field; `body` must not look for another.
  @inline(__always)
  func withHeader<Result>(_ name: Bytes, _ body: (Bytes) -> Result) -> Result? {
    if !(memo.pointee.field?.key.equalsIgnoringASCIICase(name) ?? false) {
      guard let field = field(named: name) else { return nil }
      memo.pointee.field = field
    }
    return memo.pointee.field?.value.withUTF8(body)
  }

  @inline(never)
  private func field(named name: Bytes) -> (key: String, value: String)? {
    // Foundation's own lookup lowercases every name it visits.
    for field in headers where field.key.equalsIgnoringASCIICase(name) { return field }
    return nil
  }

  var mayGainHeaders: Bool { sight == .glance }

  func snapshot(pathParameters: [String: String] = [:]) -> StubRequest {
    let body = if case .seen(let data, _) = body { data } else { request.httpBody }
    return StubRequest(request, body: body, pathParameters: pathParameters)
  }

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

  /// Outside the lock, parses the form that a matcher lacked; if true, ask the matchers again.
  func makeWantedForm() -> Bool {
    guard let work = memo.pointee.work, let read = work.wantedForm, let body = work.body else {
      return false
    }
    work.wantedForm = nil
    read(body)
    return true
  }

  /// Runs `ask`, which may take a lock, and again after parsing each form that a matcher lacked.
  func askingUntilRead<Answer>(_ ask: () -> Answer) -> Answer {
    var answer = ask()
    while makeWantedForm() { answer = ask() }
    return answer
  }

  func parsed(_ data: Data) -> ParsedBody {
    if let known = work.body { return known }
    let body = ParsedBody(data)
    work.body = body
    return body
  }
}
