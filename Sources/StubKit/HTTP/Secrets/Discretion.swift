import Foundation

/// Decides which secrets a report or a description may show.
package struct Discretion: Sendable {
  package var showsSecrets = false
  /// The code by which a test shows secrets, for reports that hide some.
  package var setting = "registry.showsSecrets = true"
  package var redaction = Redaction.standard
  /// Returns those of the given values that the test has written in conditions and responses.
  var written: @Sendable (Set<[UInt8]>) -> Set<[UInt8]> = { _ in [] }

  @TaskLocal static var ofReport: Discretion?
  /// Finds the discretion of the surrounding scope; nil as long as every scope has the default.
  private static let ofScope = Locked<Finding?>(nil)

  /// A bare closure would be wrapped anew each time it is read from the lock.
  private struct Finding: Sendable { let discretion: @Sendable () -> Discretion }

  package static var here: Discretion {
    if let ofReport { return ofReport }
    guard ProcessUse.soFar.contains(.discretion) else { return Discretion() }
    return ofScope.withLock { $0 }?.discretion() ?? Discretion()
  }

  /// Sets how `here` finds a scope's discretion; call this before the first scope has its own.
  static func find(by find: @escaping @Sendable () -> Discretion) {
    guard !ProcessUse.soFar.contains(.discretion) else { return }
    ofScope.withLock { $0 = Finding(discretion: find) }
    ProcessUse.note(.discretion)
  }

  /// A longer body is not searched for secrets, unless the body itself is to be shown.
  static let largestBodyLookedAt = 1 << 16
  private static let mostRequests = 500

  package var redactor: Redactor? { showsSecrets ? nil : Redactor(redaction) }
}

extension Discretion {
  /// The redacted request, nil without secrets; values in a condition's `text` are not hidden.
  func shown(_ request: StubRequest, beside text: @autoclosure () -> String = "") -> StubRequest? {
    guard var redactor else { return nil }
    var hidden = redactor.request(request)
    if hidden == nil, redactor.pool.values.isEmpty { return nil }
    if spare(Self.named(redactor.pool.found, in: text()), by: &redactor) {
      hidden = redactor.request(request)
    }
    return redactor.cleaner.map { (hidden ?? request).cleaned(by: $0) } ?? hidden
  }

  package func shown(
    _ text: String, of request: StubRequest? = nil, isAddress: Bool = false
  ) -> String {
    guard var redactor else { return text }
    if let request { redactor.look(at: request) }
    var hidden: String { isAddress ? redactor.address(text) : redactor.text(text) }
    let first = hidden
    let clean = spare([], by: &redactor) ? hidden : first
    guard let cleaner = redactor.cleaner else { return clean }
    return isAddress ? cleaner.clean(address: clean) : cleaner.clean(clean)
  }

  func shown(_ headers: StubHeaders) -> StubHeaders {
    guard var redactor else { return headers }
    let hidden = redactor.headers(headers)
    return redactor.cleaner?.clean(hidden) ?? hidden
  }

  func shown(_ error: URLError, of request: URLRequest) -> URLError {
    guard let text = (error.errorUserInfo[NSURLErrorFailingURLErrorKey] as? URL)?.absoluteString
    else { return error }
    // No body is searched for secrets, because the client waits for the error.
    var request = request
    (request.httpBody, request.httpBodyStream) = (nil, nil)
    let shown = shown(text, of: StubRequest(request), isAddress: true)
    guard shown != text, let shownURL = URL(string: shown) else { return error }
    return error.naming(shownURL)
  }

  /// A cleaner for a text about several requests; nil for a single request, or without secrets.
  func cleaner(of requests: [StubRequest], answered fields: [StubHeaders]) -> SecretCleaner? {
    guard requests.count > 1, var redactor else { return nil }
    for request in requests.suffix(Self.mostRequests) { redactor.look(at: request) }
    for fields in fields.suffix(Self.mostRequests) { _ = redactor.headers(fields) }
    _ = spare([], by: &redactor)
    return redactor.cleaner
  }

  /// Lets values stay: those named and those that the test has written; returns whether any stay.
  package func spare(_ named: Set<[UInt8]>, by redactor: inout Redactor) -> Bool {
    let known = named.union(written(redactor.pool.found))
    redactor.spared.formUnion(known)
    return !known.isEmpty
  }

  /// Returns the values that the text contains as whole words.
  static func named(_ values: Set<[UInt8]>, in text: String) -> Set<[UInt8]> {
    values.isEmpty ? [] : text.withBytes { named(values, in: $0) }
  }

  static func named(_ values: Set<[UInt8]>, in text: Bytes) -> Set<[UInt8]> {
    let text = Bytes(rebasing: text.prefix(largestBodyLookedAt))
    return values.filter { value in
      let literal = String(decoding: value, as: UTF8.self).swiftLiteral.utf8
      return [value, Array(literal.dropFirst().dropLast())].contains { value in
        var start = 0
        while let place = text.first(value, from: start) {
          if text.standsAlone(place..<place + value.count) { return true }
          start = place + 1
        }
        return false
      }
    }
  }
}

extension Redactor {
  fileprivate mutating func look(at request: StubRequest) {
    _ = self.request(request, withBodyUpTo: Discretion.largestBodyLookedAt)
  }

  fileprivate mutating func request(
    _ request: StubRequest, withBodyUpTo limit: Int = .max
  ) -> StubRequest? {
    let body = request.body.map {
      $0.count > limit ? $0 : self.body($0, type: request.headers["Content-Type"], isRequest: true)
    }
    return request.with(
      address: request.url.map { address($0.absoluteString) }, headers: headers(request.headers),
      body: body)
  }
}

extension StubRequest {
  fileprivate func cleaned(by cleaner: SecretCleaner) -> StubRequest {
    with(
      address: url.map { cleaner.clean(address: $0.absoluteString) },
      headers: cleaner.clean(headers), body: body.map { cleaner.clean($0, isRequest: true) })
      ?? self
  }

  fileprivate func with(address: String?, headers: StubHeaders, body: Data?) -> StubRequest? {
    // On Linux, two `URLRequest`s are equal whatever their header fields are.
    guard address != url?.absoluteString || headers != self.headers || body != self.body else {
      return nil
    }
    // A malformed address cannot be shown; the mark stands in its place.
    let shown = address.map { URL(string: $0) ?? URL(string: Redaction.mark) } ?? nil
    var copy = URLRequest(url: shown ?? URL(fileURLWithPath: "/"))
    copy.url = shown
    copy.httpMethod = urlRequest.httpMethod
    for (name, value) in headers.dictionary { copy.setValue(value, forHTTPHeaderField: name) }
    return StubRequest(copy, body: body, pathParameters: pathParameters)
  }
}
