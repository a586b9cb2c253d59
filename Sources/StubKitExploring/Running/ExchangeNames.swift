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

    /// The key without its query.
    var family: Key {
      Key(method: method, host: host, address: String(address.prefix { $0 != "?" }))
    }
  }

  /// The keys of the scenario without a fault; nil in that scenario.
  private let known: Set<Key>?
  private let families: [Key: [Key]]
  /// The host of the first request; only other hosts are named.
  private var mainHost: String?
  private var counts: [Key: Int] = [:]
  /// The keys of earlier requests, by method and URL, since finding secrets takes long.
  private var keys: [String: Key] = [:]
  private(set) var given: [Key] = []

  init(after plain: ExchangeNames?) {
    self.init(plain: plain?.given)
    keys = plain?.keys ?? [:]
  }

  init(plain: [Key]?) {
    known = plain.map(Set.init)
    families = Dictionary(grouping: plain ?? [], by: \.family)
    mainHost = plain?.first?.host
  }

  mutating func key(of request: StubRequest) -> Key {
    let line = "\(request.method.rawValue) \(request.url?.absoluteString ?? "")"
    if let key = keys[line] { return key }
    let key = Key(of: request)
    keys[line] = key
    return key
  }

  /// A query that changes from run to run (a time, a random number) has no known key: such a request takes
  /// the place of the next one with its address.
  mutating func name(of key: Key) -> String {
    var key = key
    if let known, !known.contains(key),
      let other = families[key.family]?.first(where: { counts[$0] == nil })
    {
      key = other
    }
    let mainHost = mainHost ?? key.host
    self.mainHost = mainHost
    given.append(key)
    let count = counts[key, default: 0] + 1
    counts[key] = count
    let host = key.host == mainHost ? "" : key.host
    return "\(key.method) \(host)\(key.address) #\(count)"
  }
}

extension ExchangeNames.Key: Comparable {
  init(of request: StubRequest) {
    let url = request.shownAddress?.withVisibleControls ?? ""
    // Without scheme and fragment.
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
