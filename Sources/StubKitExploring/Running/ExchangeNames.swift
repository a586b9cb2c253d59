import Foundation
import StubKit

/// Gives an exchange one name in all scenarios, such as `GET /users #2`.
struct ExchangeNames: Sendable {
  struct Key: Hashable, Sendable {
    let method: String
    let host: String
    /// Path and query, without secrets.
    let address: String

    /// Leaves out method and host, which seldom differ: hashing text is slow in a debug build.
    func hash(into hasher: inout Hasher) { hasher.combine(address) }

    var family: Key {
      Key(method: method, host: host, address: String(address.prefix { $0 != "?" }))
    }
  }

  /// The names from the scenario without a fault; nil in that scenario itself.
  private let known: KnownNames?
  /// The host of the first request; only other hosts are named.
  private var mainHost: String?
  private var counts: [Key: Int] = [:]
  /// A cache by method and URL, because finding the secrets of a request takes long.
  fileprivate private(set) var keys: [String: Key]
  fileprivate private(set) var lines: [String] = []
  private(set) var given: [Key] = []
  private(set) var names: [String] = []
  /// Whether all exchanges so far came in the known order, and so have the known names.
  private(set) var areAsKnown: Bool

  init(after known: KnownNames?) {
    self.known = known
    areAsKnown = known != nil
    mainHost = known?.given.first?.host
    keys = known?.keys ?? [:]
  }

  mutating func key(of request: StubRequest) -> Key { key(of: request, on: line(of: request)) }

  private mutating func key(of request: StubRequest, on line: String) -> Key {
    if let key = keys[line] { return key }
    let key = Key(of: request)
    keys[line] = key
    return key
  }

  private func line(of request: StubRequest) -> String {
    request.method.rawValue + " " + (request.url?.absoluteString ?? "")
  }

  mutating func name(of request: StubRequest) -> String {
    let (place, line) = (given.count, self.line(of: request))
    lines.append(line)
    if areAsKnown, let known, place < known.given.count,
      known.lines[place] == line || known.given[place] == key(of: request, on: line)
    {
      given.append(known.given[place])
      names.append(known.names[place])
    } else {
      if areAsKnown { for key in given { counts[key, default: 0] += 1 } }
      areAsKnown = false
      names.append(newName(of: key(of: request, on: line)))
    }
    return names[place]
  }

  /// A request whose query differs in each run, for example by the date, takes the name of the
  /// next known request with that path.
  private mutating func newName(of key: Key) -> String {
    var key = key
    if let known, let others = known.others(like: key),
      let other = others.first(where: { counts[$0] == nil })
    {
      key = other
    }
    if mainHost == nil { mainHost = key.host }
    given.append(key)
    counts[key, default: 0] += 1
    let host = key.host == mainHost ? "" : key.host
    return "\(key.method) \(host)\(key.address) #\(counts[key] ?? 1)"
  }
}

final class KnownNames: Sendable {
  typealias Key = ExchangeNames.Key

  let given: [Key]
  let names: [String]
  fileprivate let lines: [String]
  fileprivate let keys: [String: Key]
  private let index: Locked<(all: Set<Key>, families: [Key: [Key]])?> = Locked(nil)

  init(_ names: ExchangeNames) {
    (given, self.names) = (names.given, names.names)
    (lines, keys) = (names.lines, names.keys)
  }

  /// The known keys that differ from `key` only in their queries; nil if `key` is known.
  fileprivate func others(like key: Key) -> [Key]? {
    index.withLock { index in
      let known =
        index ?? (Set(given), Dictionary(grouping: given) { $0.family })
      index = known
      return known.all.contains(key) ? nil : known.families[key.family] ?? []
    }
  }
}

extension ExchangeNames.Key: Comparable {
  init(of request: StubRequest) {
    let url = request.shownAddress?.withVisibleControls ?? ""
    let noScheme = url.range(of: "://").map { url[$0.upperBound...] } ?? url[...]
    let host = noScheme.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let rest = noScheme[host.endIndex...].prefix { $0 != "#" }
    self.init(
      method: request.method.rawValue, host: String(host),
      address: rest.isEmpty ? "/" : String(rest)
    )
  }

  /// Any order will do if it does not change from run to run.
  static func < (lhs: ExchangeNames.Key, rhs: ExchangeNames.Key) -> Bool {
    (lhs.method, lhs.address, lhs.host) < (rhs.method, rhs.address, rhs.host)
  }
}
