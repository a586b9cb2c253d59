import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What may be said of secrets where a text is made: a value, and pure functions of it.
package struct Discretion: Sendable {
  /// Whether secrets are shown as they are.
  var showsSecrets = false
  /// How a test has them shown, as it is written.
  var setting = "registry.showsSecrets = true"
  /// What is hidden.
  package var redaction = Redaction.standard
  /// Which of some values a test has written in its conditions and responses: in its reports they are no
  /// secret.
  var written: @Sendable (Set<[UInt8]>) -> Set<[UInt8]> = { _ in [] }

  /// That of the report which is being made.
  @TaskLocal static var ofReport: Discretion?
  /// What finds that of the surrounding scope; nil as long as every scope has the usual one.
  private static let ofScope = Locked<Finding?>(nil)

  /// A closure by itself would be wrapped anew each time that it is read from behind the lock.
  private struct Finding: Sendable {
    let discretion: @Sendable () -> Discretion
  }

  /// That of the report which is being made, or else of the surrounding scope.
  static var here: Discretion {
    if let ofReport { return ofReport }
    guard ProcessUse.soFar.contains(.discretion) else { return Discretion() }
    return ofScope.withLock { $0 }?.discretion() ?? Discretion()
  }

  /// Says how that of a scope is found: to be called before the first scope has one of its own.
  static func find(by find: @escaping @Sendable () -> Discretion) {
    guard !ProcessUse.soFar.contains(.discretion) else { return }
    ofScope.withLock { $0 = Finding(discretion: find) }
    ProcessUse.note(.discretion)
  }

  /// Larger bodies are not looked at where they are not shown.
  static let largestBodyLookedAt = 1 << 16
  /// Nobody reads a text on more requests.
  private static let mostRequests = 500

  /// What hides secrets; nil if they are shown.
  var redactor: Redactor? {
    guard !showsSecrets else { return nil }
    var redactor = Redactor(redaction)
    redactor.keepsUser = true
    return redactor
  }
}

/// What is said of one request.
extension Discretion {
  /// A request as it is shown beside a text; nil if that is as it is.
  ///
  /// What the text names is no secret: it is a condition, which the test has written.
  func shown(_ request: StubRequest, beside text: @autoclosure () -> String = "") -> StubRequest? {
    guard var redactor else { return nil }
    var hidden = redactor.request(request)
    if hidden == nil, redactor.pool.values.isEmpty { return nil }
    if spare(Self.named(redactor.pool.found, in: text()), by: &redactor) {
      hidden = redactor.request(request)
    }
    return redactor.cleaner.map { (hidden ?? request).cleaned(by: $0) } ?? hidden
  }

  /// An address that belongs to a request, such as its own.
  func shown(address: String, of request: StubRequest) -> String {
    said(address, of: request, by: { $0.address($1) }, cleaned: { $0.clean(address: $1) })
  }

  /// A message that belongs to a request.
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

  /// Header fields by themselves.
  func shown(_ headers: StubHeaders) -> StubHeaders {
    guard var redactor else { return headers }
    let hidden = redactor.headers(headers)
    return redactor.cleaner?.clean(hidden) ?? hidden
  }

  /// The error in which a request ends: the address in it says no secret.
  func shown(_ error: URLError, of request: URLRequest) -> URLError {
    guard let url = error.errorUserInfo[NSURLErrorFailingURLErrorKey] as? URL, !showsSecrets
    else { return error }
    // What the request itself gives away is enough: the client waits for the error.
    var redactor = Redactor(redaction)
    _ = redactor.headers(StubHeaders(request.allHTTPHeaderFields ?? [:]))
    let text = url.absoluteString
    let hidden = redactor.address(text)
    let shown = redactor.cleaner?.clean(address: hidden) ?? hidden
    guard shown != text, let shownURL = URL(string: shown) else { return error }
    return error.naming(shownURL)
  }

  /// Has a redactor leave what the test has written.
  ///
  /// - Returns: Whether there is any of it.
  private func spare(_ named: Set<[UInt8]>, by redactor: inout Redactor) -> Bool {
    let known = named.union(written(redactor.pool.found))
    redactor.spared.formUnion(known)
    return !known.isEmpty
  }

  /// Which of some values a text names, as words of their own.
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

/// What is said of several requests.
extension Discretion {
  /// What takes out of a text on several requests what any of them gives away; nil if that is nothing.
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
  /// Sees what a request gives away.
  fileprivate mutating func look(at request: StubRequest) {
    if let url = request.url { _ = address(url.absoluteString) }
    let fields = request.headers
    _ = headers(fields)
    if request.body?.count ?? 0 <= Discretion.largestBodyLookedAt {
      _ = body(of: request, type: fields["Content-Type"])
    }
  }

  /// A request without what names and looks give away; nil if that is nothing.
  fileprivate mutating func request(_ request: StubRequest) -> StubRequest? {
    var copy = request.urlRequest
    // Requests are equal on Linux whatever their fields say.
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

  /// A body without its secrets: it is searched once, however many texts are made about the request.
  private mutating func body(of request: StubRequest, type: String?) -> Data? {
    guard let body = request.body else { return nil }
    // With what a test has written in it, it is for that test alone.
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

/// A request's body without its secrets, and what they were.
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
  /// The request without some values, wherever they stand in it.
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
  /// Whether these bytes stand somewhere, with neither letter nor digit beside them.
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
