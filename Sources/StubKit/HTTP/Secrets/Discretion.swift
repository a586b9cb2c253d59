import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a text may show of secrets: a value, with pure functions.
package struct Discretion: Sendable {
  var showsSecrets = false
  /// The setting that shows secrets, as in source.
  var setting = "registry.showsSecrets = true"
  package var redaction = Redaction.standard
  /// Returns those values that the test has written in conditions and responses, and that its reports show.
  var written: @Sendable (Set<[UInt8]>) -> Set<[UInt8]> = { _ in [] }

  /// The discretion of the report that is being made.
  @TaskLocal static var ofReport: Discretion?
  /// Finds that of the surrounding scope; nil as long as every scope has the default.
  private static let ofScope = Locked<Finding?>(nil)

  /// A bare closure would be wrapped anew each time it is read from behind the lock.
  private struct Finding: Sendable {
    let discretion: @Sendable () -> Discretion
  }

  /// That of the report being made, or else of the surrounding scope.
  static var here: Discretion {
    if let ofReport { return ofReport }
    guard ProcessUse.soFar.contains(.discretion) else { return Discretion() }
    return ofScope.withLock { $0 }?.discretion() ?? Discretion()
  }

  /// Sets how a scope's discretion is found; to be called before the first scope has one of its own.
  static func find(by find: @escaping @Sendable () -> Discretion) {
    guard !ProcessUse.soFar.contains(.discretion) else { return }
    ofScope.withLock { $0 = Finding(discretion: find) }
    ProcessUse.note(.discretion)
  }

  /// Larger bodies are not searched where they are not shown.
  static let largestBodyLookedAt = 1 << 16
  /// The largest number of requests that are searched for one text.
  private static let mostRequests = 500

  /// Hides secrets; nil if they are shown.
  var redactor: Redactor? {
    guard !showsSecrets else { return nil }
    var redactor = Redactor(redaction)
    redactor.keepsUser = true
    return redactor
  }
}

/// Texts about one request.
extension Discretion {
  /// Returns a request as it is shown beside a text; nil if nothing is hidden.
  ///
  /// The text is a condition of the test's, so its values are no secrets.
  func shown(_ request: StubRequest, beside text: @autoclosure () -> String = "") -> StubRequest? {
    guard var redactor else { return nil }
    var hidden = redactor.request(request)
    if hidden == nil, redactor.pool.values.isEmpty { return nil }
    if spare(Self.named(redactor.pool.found, in: text()), by: &redactor) {
      hidden = redactor.request(request)
    }
    return redactor.cleaner.map { (hidden ?? request).cleaned(by: $0) } ?? hidden
  }

  /// Returns an address that belongs to a request, such as its own.
  func shown(address: String, of request: StubRequest) -> String {
    said(address, of: request, by: { $0.address($1) }, cleaned: { $0.clean(address: $1) })
  }

  /// Returns a message that belongs to a request.
  func shown(message: String, of request: StubRequest) -> String {
    said(message, of: request, by: { $0.text($1) }, cleaned: { $0.clean($1) })
  }

  private func said(
    _ text: String, of request: StubRequest, by redact: (inout Redactor, String) -> String,
    cleaned: (SecretCleaner, String) -> String
  ) -> String {
    guard var redactor else { return text }
    redactor.look(at: request)
    var hidden = redact(&redactor, text)
    if spare([], by: &redactor) { hidden = redact(&redactor, text) }
    return redactor.cleaner.map { cleaned($0, hidden) } ?? hidden
  }

  /// Returns header fields by themselves.
  func shown(_ headers: StubHeaders) -> StubHeaders {
    guard var redactor else { return headers }
    let hidden = redactor.headers(headers)
    return redactor.cleaner?.clean(hidden) ?? hidden
  }

  /// Returns the error of a request, without secrets in its address.
  func shown(_ error: URLError, of request: URLRequest) -> URLError {
    guard let url = error.errorUserInfo[NSURLErrorFailingURLErrorKey] as? URL, !showsSecrets
    else { return error }
    // Only the request's own secrets are looked for: the client waits for the error.
    var redactor = Redactor(redaction)
    _ = redactor.headers(StubHeaders(request.allHTTPHeaderFields ?? [:]))
    let text = url.absoluteString
    let hidden = redactor.address(text)
    let shown = redactor.cleaner?.clean(address: hidden) ?? hidden
    guard shown != text, let shownURL = URL(string: shown) else { return error }
    return error.naming(shownURL)
  }

  /// Lets a redactor spare the values that the test has written.
  ///
  /// - Returns: Whether there are any.
  private func spare(_ named: Set<[UInt8]>, by redactor: inout Redactor) -> Bool {
    let known = named.union(written(redactor.pool.found))
    redactor.spared.formUnion(known)
    return !known.isEmpty
  }

  /// Returns the values that occur in a text as whole words.
  static func named(_ values: Set<[UInt8]>, in text: String) -> Set<[UInt8]> {
    values.isEmpty ? [] : text.withBytes { named(values, in: $0) }
  }

  static func named(_ values: Set<[UInt8]>, in text: Redactor.Bytes) -> Set<[UInt8]> {
    let text = UnsafeBufferPointer(rebasing: text.prefix(largestBodyLookedAt))
    return values.filter { value in
      let literal = Array(
        String(decoding: value, as: UTF8.self).swiftLiteral.utf8.dropFirst().dropLast())
      return !literal.isEmpty && (text.names(literal) || text.names(value))
    }
  }
}

/// Texts about several requests.
extension Discretion {
  /// Returns a cleaner for a text about several requests; nil if they have no secrets.
  ///
  /// - Parameter fields: The header fields of their answers.
  func cleaner(of requests: [StubRequest], answered fields: [StubHeaders]) -> SecretCleaner? {
    guard requests.count > 1, var redactor else { return nil }
    for request in requests.suffix(Self.mostRequests) { redactor.look(at: request) }
    for fields in fields.suffix(Self.mostRequests) { _ = redactor.headers(fields) }
    _ = spare([], by: &redactor)
    return redactor.cleaner
  }
}

extension Redactor {
  /// Collects the secrets of a request.
  fileprivate mutating func look(at request: StubRequest) {
    if let url = request.url { _ = address(url.absoluteString) }
    let fields = request.headers
    _ = headers(fields)
    if request.body?.count ?? 0 <= Discretion.largestBodyLookedAt {
      _ = body(of: request, type: fields["Content-Type"])
    }
  }

  /// Returns a request without its secrets; nil if there are none.
  fileprivate mutating func request(_ request: StubRequest) -> StubRequest? {
    var copy = request.urlRequest
    // Requests are equal on Linux whatever their fields are.
    var isChanged = false
    if let url = request.url {
      let text = address(url.absoluteString)
      if text != url.absoluteString { (copy, isChanged) = (copy.with(URL(string: text)), true) }
    }
    let fields = request.headers
    let clean = headers(fields)
    if clean != fields { (copy, isChanged) = (copy.with(clean), true) }
    let newBody = body(of: request, type: fields["Content-Type"])
    guard isChanged || newBody != request.body else { return nil }
    return StubRequest(copy, body: newBody, pathParameters: request.pathParameters)
  }

  /// Returns a body without its secrets, which is searched once for all texts about the request.
  private mutating func body(of request: StubRequest, type: String?) -> Data? {
    guard let body = request.body else { return nil }
    // A form with values that a test has written is for that test alone.
    guard let parsedBody = request.parsedBody, spared == redaction.keptValues else {
      return self.body(body, type: type, isRequest: true)
    }
    let redaction = redaction
    let form = parsedBody.form(
      where: { $0.redaction == redaction && $0.type == type },
      orMake: { RedactedForm(of: body, type: type, by: redaction) })
    pool.formUnion(form.pool)
    return form.body
  }
}

/// A request's body without its secrets, and the secrets.
private struct RedactedForm: Sendable {
  let redaction: Redaction
  let type: String?
  let body: Data
  let pool: SecretPool

  init(of body: Data, type: String?, by redaction: Redaction) {
    var redactor = Redactor(redaction)
    (self.redaction, self.type) = (redaction, type)
    self.body = redactor.body(body, type: type, isRequest: true)
    pool = redactor.pool
  }
}

extension StubRequest {
  /// Returns the request without some values, wherever they occur.
  fileprivate func cleaned(by cleaner: SecretCleaner) -> StubRequest {
    var copy = urlRequest
    if let url {
      let text = cleaner.clean(address: url.absoluteString)
      if text != url.absoluteString { copy = copy.with(URL(string: text)) }
    }
    let fields = headers
    let clean = cleaner.clean(fields)
    if clean != fields { copy = copy.with(clean) }
    return StubRequest(
      copy, body: body.map { cleaner.clean($0, isRequest: true) }, pathParameters: pathParameters)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a value occurs with neither letter nor digit beside it.
  fileprivate func names(_ value: [UInt8]) -> Bool {
    var start = 0
    while let place = first(value, from: start) {
      let end = place + value.count
      if place == 0 || !self[place - 1].isASCIIAlphanumeric,
        end == count || !self[end].isASCIIAlphanumeric
      {
        return true
      }
      start = place + 1
    }
    return false
  }
}
