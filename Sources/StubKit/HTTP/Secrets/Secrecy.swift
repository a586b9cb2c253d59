import Foundation

/// What a registry says of secrets in reports, events and descriptions, and what it knows of them.
///
/// Nothing is looked at until a text is made.
final class Secrecy: Sendable {
  /// A request with the head of its response, as far as either can hold a secret.
  typealias Sighting = (request: StubRequest, responseHeaders: StubHeaders?)

  private struct State {
    var showsSecrets = false
    var showedAtFirst = false
    var setting = "registry.showsSecrets = true"
    var redaction = Redaction.standard
    /// What was seen in requests, which later ones may repeat in another place.
    var seen: SeenSecrets?
    /// The number of the request that is looked at next.
    var next: UInt64 = 0
  }

  private let state = Locked(State())
  /// The requests from a number on, and the number of the one to come.
  private let sightings: @Sendable (UInt64) -> (all: [Sighting], next: UInt64)

  init(_ sightings: @escaping @Sendable (UInt64) -> (all: [Sighting], next: UInt64)) {
    self.sightings = sightings
  }

  /// Whether secrets are shown as they are.
  var showsSecrets: Bool {
    get { state.withLock(\.showsSecrets) }
    set { state.withLock { $0.showsSecrets = newValue } }
  }

  /// How one has secrets shown here, as it is written.
  var setting: String {
    get { state.withLock(\.setting) }
    set { state.withLock { $0.setting = newValue } }
  }

  /// What is hidden.
  var redaction: Redaction {
    get { state.withLock(\.redaction) }
    set { state.withLock { $0.redaction = newValue } }
  }

  /// Says whether secrets are shown from the beginning, and again after a reset.
  func begin(showing showsSecrets: Bool) {
    state.withLock { ($0.showsSecrets, $0.showedAtFirst) = (showsSecrets, showsSecrets) }
  }

  /// Forgets what was seen.
  func reset() {
    state.withLock { ($0.showsSecrets, $0.seen) = ($0.showedAtFirst, nil) }
  }

  /// What hides secrets, those that were seen before among them; nil if they are shown.
  ///
  /// Never to be asked for under a registry's lock.
  var redactor: Redactor? {
    let (isShown, redaction, next, seen) = state.withLock {
      ($0.showsSecrets, $0.redaction, $0.next, $0.seen)
    }
    guard !isShown else { return nil }
    var redactor = Redactor(redaction)
    redactor.seen = seen
    let new = sightings(next)
    guard !new.all.isEmpty else { return redactor }
    var witness = Redactor(redaction)
    for (request, headers) in new.all.suffix(Self.mostSightings) {
      request.show(to: &witness)
      if let headers { _ = witness.headers(headers) }
    }
    let newlySeen = seen.map { $0.adding(witness.pool) } ?? SeenSecrets(witness.pool)
    state.withLock { state in
      state.seen = newlySeen
      state.next = max(state.next, new.next)
    }
    redactor.seen = newlySeen
    return redactor
  }

  /// Nobody reads a report on more.
  private static let mostSightings = 500
}

extension StubRequest {
  /// What hides the secrets of requests where this one is spoken of; nil if they are shown.
  private var saidRedactor: Redactor? {
    var redactor = secrecy == nil ? Redactor(.standard) : secrecy?.redactor
    redactor?.keepsUser = true
    return redactor
  }

  /// Larger bodies are not looked at where they are not shown.
  static let largestBodyLookedAt = 1 << 16

  /// Has a redactor see what the request gives away.
  func show(to redactor: inout Redactor) {
    if let url { _ = redactor.address(url.absoluteString) }
    let fields = headers
    _ = redactor.headers(fields)
    if let body, body.count <= Self.largestBodyLookedAt {
      _ = redactor.body(body, type: fields["Content-Type"], isRequest: true)
    }
  }

  /// The request without what names and looks give away; the redactor has seen it then.
  ///
  /// - Returns: Nil if nothing is given away.
  private func redacted(by redactor: inout Redactor) -> StubRequest? {
    var copy = urlRequest
    // Requests are equal on Linux whatever their fields say.
    var isChanged = false
    if let url {
      let text = redactor.address(url.absoluteString)
      if text != url.absoluteString { (copy, isChanged) = (copy.with(URL(string: text)), true) }
    }
    let fields = headers
    let clean = redactor.headers(fields)
    if clean != fields { (copy, isChanged) = (copy.with(clean), true) }
    let newBody = redactedBody(by: &redactor)
    guard isChanged || newBody != body else { return nil }
    return StubRequest(copy, body: newBody, pathParameters: pathParameters)
  }

  /// The body without its secrets: it is searched once, however many texts are made about a request.
  private func redactedBody(by redactor: inout Redactor) -> Data? {
    guard let body else { return nil }
    let type = headers["Content-Type"]
    // With what a writer has named in it, it is for him alone.
    guard let parsedBody, redactor.spared == redactor.redaction.keptValues else {
      return redactor.body(body, type: type, isRequest: true)
    }
    let redaction = redactor.redaction
    let form = parsedBody.form(
      where: { $0.redaction == redaction && $0.type == type },
      orMake: { RedactedForm(of: body, type: type, by: redaction) })
    redactor.pool.formUnion(form.pool)
    return form.body
  }

  private func cleaned(by redactor: Redactor) -> StubRequest {
    guard let cleaner = redactor.cleaner else { return self }
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

  /// The request as it is shown to somebody who has written a text; nil if that is as it is.
  ///
  /// What the text names is no secret to its writer.
  func shown(beside text: @autoclosure () -> String) -> StubRequest? {
    guard var redactor = saidRedactor else { return nil }
    var hidden = redacted(by: &redactor)
    if hidden == nil, redactor.pool.values.isEmpty, redactor.seen?.finder == nil { return nil }
    let named = Self.named(redactor.pool.found, in: text())
    if !named.isEmpty {
      redactor.spared.formUnion(named)
      hidden = redacted(by: &redactor)
    }
    return (hidden ?? self).cleaned(by: redactor)
  }

  /// Which of some values a text names, as words of their own.
  private static func named(_ values: Set<[UInt8]>, in text: String) -> Set<[UInt8]> {
    text.withBytes { text in
      let text = UnsafeBufferPointer(rebasing: text.prefix(1 << 16))
      return values.filter { value in
        let literal = Array(
          String(decoding: value, as: UTF8.self).swiftLiteral.utf8.dropFirst().dropLast())
        return !literal.isEmpty && (text.names(literal) || text.names(value))
      }
    }
  }

  /// The address as it is shown.
  var shownAddress: String? {
    guard let text = url?.absoluteString else { return nil }
    return said(address: text)
  }

  /// Another address that belongs to the request, as it is shown.
  func said(address text: String) -> String {
    guard var redactor = saidRedactor else { return text }
    show(to: &redactor)
    let redacted = redactor.address(text)
    return redactor.cleaner?.clean(address: redacted) ?? redacted
  }

  /// A message that belongs to the request, as it is shown.
  func said(_ text: String) -> String {
    guard var redactor = saidRedactor else { return text }
    show(to: &redactor)
    let redacted = redactor.text(text)
    return redactor.cleaner?.clean(redacted) ?? redacted
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

extension StubHeaders {
  /// The fields as they are shown.
  var shown: StubHeaders {
    var redactor = secrecy == nil ? Redactor(.standard) : secrecy?.redactor
    redactor?.keepsUser = true
    guard var redactor else { return self }
    let redacted = redactor.headers(self)
    return redactor.cleaner?.clean(redacted) ?? redacted
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
