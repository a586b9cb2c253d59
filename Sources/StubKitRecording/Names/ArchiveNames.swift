import Foundation
import StubKit

/// Finds the names that stand for secrets in an archive.
final class ArchiveNames: Sendable {
  private let finder: SecretFinder
  private struct Origins {
    /// The login session of each name.
    var sessions: [String: Int] = [:]
    /// The names that occur in an answer, but not in the request that it answers.
    var given: Set<String> = []
  }

  /// Computed when they are first needed.
  private let origins: Locked<(entries: [HAREntry], found: Origins?)>

  convenience init?(of archive: HARArchive) {
    let names = archive.namesAsBytes
    if names.isEmpty { return nil }
    self.init(names, in: archive.entries)
  }

  init(_ names: [[UInt8]], in entries: [HAREntry]) {
    finder = SecretFinder(names)
    origins = Locked((entries, nil))
  }

  func names(in text: String) -> [String] { names(in: text, orEncodedAmong: nil) }

  /// The names in a text; a name in base64 must be in `known`, if given, or in `Basic` credentials.
  ///
  /// Other text with a name in base64 is the app's own, such as a signature: no server gave it.
  func names(in text: String, orEncodedAmong known: [String]?) -> [String] {
    text.withBytes { bytes in
      let isPair = bytes.hasIgnoringCase("basic ", at: 0)
      return finder.matches(in: bytes).compactMap { match in
        let name = String(decoding: match.secret, as: UTF8.self)
        let counts = !match.isEncoded || isPair || known?.contains(name) ?? true
        return counts ? name : nil
      }
    }
  }

  /// Replaces each name in the request with a mark that stands for any value.
  func loosening(_ request: HAREntry.Request) -> HAREntry.Request {
    let cleaner = SecretCleaner(finder)
    var request = request
    request.url = cleaner.clean(address: request.url)
    let body = request.body?.data ?? Data()
    request.body?.data = cleaner.clean(body, isRequest: true)
    return request
  }

  func nameless(_ text: String) -> String { SecretCleaner(finder).clean(text) }

  /// Whether the names are secrets of one session: overlapping requests may send either of them.
  func areOfOneSession(_ name: String, _ other: String) -> Bool {
    withOrigins { $0.sessions[name] != nil && $0.sessions[name] == $0.sessions[other] }
  }

  /// Whether an answer has given one of the names to the app.
  func areGiven(_ names: [String]) -> Bool { withOrigins { !$0.given.isDisjoint(with: names) } }

  private func withOrigins<Result>(_ read: (Origins) -> Result) -> Result {
    origins.withLock { state in
      let found = state.found ?? origins(in: state.entries)
      state = ([], found)
      return read(found)
    }
  }

  /// Finds the origins; the names in a request and in its answer belong to one login session.
  private func origins(in entries: [HAREntry]) -> Origins {
    let exchanges = entries.map { entry in
      (
        sent: Set(entry.requestHeaders.flatMap { names(in: $0.value) }),
        told: Set(names(in: entry.request.url) + names(in: entry.request.body?.data ?? Data())),
        given: Set(
          entry.response.headers.flatMap { names(in: $0.value) } + names(in: entry.response.body))
      )
    }
    let given = exchanges.reduce(into: Set<String>()) { $0.formUnion($1.given) }
    let credentials = exchanges.reduce(into: Set<String>()) {
      $0.formUnion($1.sent.union($1.told).intersection(given))
    }
    var origins = Origins()
    for exchange in exchanges {
      origins.given.formUnion(exchange.given.subtracting(exchange.sent.union(exchange.told)))
    }
    for exchange in exchanges {
      let names = exchange.sent.union(exchange.told).intersection(given)
        .union(exchange.given.intersection(credentials))
      let known = Set(names.compactMap { origins.sessions[$0] })
      guard let session = known.min() ?? (names.isEmpty ? nil : origins.sessions.count) else {
        continue
      }
      for name in names { origins.sessions[name] = session }
      guard known.count > 1 else { continue }
      for (name, other) in origins.sessions where known.contains(other) {
        origins.sessions[name] = session
      }
    }
    return origins
  }

  private func names(in data: Data) -> [String] {
    names(in: String(decoding: data, as: UTF8.self))
  }
}

enum JSONStep: Hashable, Sendable {
  case member(String)
  case element(Int)
}

enum NamedPlace: Hashable, Sendable {
  case user
  case path
  case item(String)
  case header(String)
  case json([JSONStep])
  case field(String)
  case part(Int)
  case text

  var words: String {
    switch self {
    case .user: "the user of the address"
    case .path: "the path"
    case .item(let name): "the query item \(name.swiftLiteral)"
    case .header(let name): "the header \(name.swiftLiteral)"
    case .json(let steps): "\(StubJSON.Path(steps)) of the body"
    case .field(let name): "the field \(name.swiftLiteral) of the body"
    case .part(let index): "part \(index + 1) of the body"
    case .text: "the body"
    }
  }

  var isHeader: Bool { if case .header = self { true } else { false } }
}

extension URL {
  var userInfo: String? { user.map { "\($0):\(password ?? "")" } }
}

extension HAREntry {
  func named(by names: ArchiveNames, matching parts: ArchiveMatching) -> [NamedPlace: [String]] {
    var places: [NamedPlace: [String]] = [:]
    func note(_ text: String?, at place: NamedPlace) {
      let found = text.map { names.names(in: $0) } ?? []
      if !found.isEmpty { places[place, default: []] += found }
    }
    ScannedURL.scanning(URL(string: request.url)) { url in
      if parts.contains(.path) { note(url.path, at: .path) }
      guard parts.contains(.query) else { return }
      for item in url.queryItems { note(item.value, at: .item(item.name)) }
    }
    guard parts.contains(.path) else { return places }
    note(URL(string: request.url)?.userInfo, at: .user)
    for field in requestHeaders { note(field.value, at: .header(field.name.asciiLowercased)) }
    guard !parts.contains(.anyBody), request.body != nil else { return places }
    switch ArchivedBody(request.body).meaning {
    case .json(let json):
      json.eachScalar { steps, value in note(value.scalarText, at: .json(steps)) }
    case .form(let groups):
      for item in groups.flatMap(\.items) { note(item.value, at: .field(item.name)) }
    case .parts(let parts):
      for (index, part) in parts.enumerated() {
        note(String(decoding: part.body, as: UTF8.self), at: .part(index))
      }
    case .bytes(let data): note(String(decoding: data, as: UTF8.self), at: .text)
    }
    return places
  }

  func lacks(_ place: NamedPlace) -> Bool {
    guard case .header(let name) = place else { return false }
    return !requestHeaders.contains { $0.name.asciiLowercased == name }
  }

  var requestHeaders: [(name: String, value: String)] {
    guard case .array(let fields)? = json["request"]?["headers"] else { return [] }
    return fields.compactMap { field in
      guard case .string(let name)? = field["name"], case .string(let value)? = field["value"]
      else { return nil }
      return (name, value)
    }
  }
}

extension StubJSON {
  var scalarText: String {
    if case .string(let text) = self { text } else { description }
  }

  fileprivate func eachScalar(at steps: [JSONStep] = [], _ read: ([JSONStep], StubJSON) -> Void) {
    switch self {
    case .object(let members):
      for (name, value) in members { value.eachScalar(at: steps + [.member(name)], read) }
    case .array(let elements):
      for (index, value) in elements.enumerated() {
        value.eachScalar(at: steps + [.element(index)], read)
      }
    default: read(steps, self)
    }
  }
}

extension StubJSON.Path {
  fileprivate init(_ steps: [JSONStep]) {
    self = steps.reduce(Self()) { path, step in
      switch step {
      case .member(let name): path.member(name)
      case .element(let index): path.element(index)
      }
    }
  }
}
