import Foundation
import StubKit

/// Gives the exchanges of a scenario names that are the same in every scenario: `GET /users #2`.
struct ExchangeNames: Sendable {
  struct Key: Hashable, Sendable {
    let method: String
    /// The host, with a port if there is one.
    let host: String
    /// Path and query, without secrets.
    let address: String

    /// Hashes the address alone: methods and hosts seldom differ, and each text takes time in a debug build.
    func hash(into hasher: inout Hasher) { hasher.combine(address) }

    /// The key without its query.
    var family: Key {
      Key(method: method, host: host, address: String(address.prefix { $0 != "?" }))
    }
  }

  /// The names from the scenario without a fault; nil in that scenario itself.
  private let known: KnownNames?
  /// The host of the first request; only other hosts are named.
  private var mainHost: String?
  private var counts: [Key: Int] = [:]
  /// The keys of earlier requests, by method and URL, since finding secrets takes long.
  fileprivate private(set) var keys: [String: Key]
  /// The methods and URLs of the exchanges that have names.
  fileprivate private(set) var lines: [String] = []
  private(set) var given: [Key] = []
  private(set) var names: [String] = []
  /// Whether all exchanges so far were the known ones in their order, so that they keep the known names.
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

  /// A query that changes from run to run (a time, a random number) has no known key: its request takes the
  /// place of the next known one with this path.
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

/// The exchanges of the scenario without a fault, by which all other scenarios name theirs.
final class KnownNames: Sendable {
  typealias Key = ExchangeNames.Key

  let given: [Key]
  fileprivate let names: [String]
  fileprivate let lines: [String]
  fileprivate let keys: [String: Key]
  private let index: Locked<(all: Set<Key>, families: [Key: [Key]])?> = Locked(nil)

  init(_ names: ExchangeNames) {
    (given, self.names) = (names.given, names.names)
    (lines, keys) = (names.lines, names.keys)
  }

  /// The keys that differ from an unknown one in their queries; nil for a known key.
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
    // The scheme and the fragment are left out.
    let noScheme = url.range(of: "://").map { url[$0.upperBound...] } ?? url[...]
    let host = noScheme.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let rest = noScheme[host.endIndex...].prefix { $0 != "#" }
    self.init(
      method: request.method.rawValue, host: String(host),
      address: rest.isEmpty ? "/" : String(rest)
    )
  }

  /// An arbitrary order that is the same in every run.
  static func < (lhs: ExchangeNames.Key, rhs: ExchangeNames.Key) -> Bool {
    (lhs.method, lhs.address, lhs.host) < (rhs.method, rhs.address, rhs.host)
  }
}
