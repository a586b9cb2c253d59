import Foundation
import StubKit

/// The parts of an archived request that are matched; requests of several entries may be equal.
struct ArchivedRequest: Hashable {
  private var method: String?
  private var host: String?
  private var port: Int?
  private var path: String?
  /// Tells apart paths that are equal in Swift because they are canonically equivalent.
  private var pathBytes: [UInt8] = []
  /// Nil if a slash at the end of the path does not matter.
  private var endsInSlash: Bool?
  private var query: [QueryItem]?
  /// Nil if the body does not matter.
  var body: ArchivedBody?
  /// Whether the archive has requests that differ from this one only in their bodies, or may have
  /// some, because the body of this one is unknown.
  var isOneOfSeveral = false
  /// The name of the required GraphQL operation; the rest of the body does not matter.
  var operation: String?

  /// Nil for a request that no session can hand to StubKit.
  init?(_ request: HAREntry.Request, by parts: ArchiveMatching) {
    // Foundation percent-encodes this URL as it does the URL of a session's request.
    guard let url = URL(string: request.url) else { return nil }
    let isWeb = ScannedURL.scanning(url) { scanned -> Bool in
      guard let scheme = scanned.schemeString?.lowercased(), ["http", "https"].contains(scheme),
        let host = scanned.host, 0...65_535 ~= scanned.port ?? 0
      else { return false }
      if parts.contains(.host) {
        self.host = host.lowercased()
        port = scanned.port ?? (scheme == "https" ? 443 : 80)
      }
      if parts.contains(.path) {
        let path = scanned.path.isEmpty ? "/" : scanned.path
        (self.path, pathBytes) = (path, Array(path.utf8))
        if path != "/" { endsInSlash = scanned.rawPath.last == .slash }
      }
      if parts.contains(.query) { query = QueryItem.grouping(scanned.queryItems) }
      return true
    }
    guard isWeb else { return nil }
    if parts.contains(.method) { method = request.method }
    guard parts.contains(.body) else { return }
    // A request whose body is unknown accepts any body that no other request of the archive has.
    if request.isBodyUnknown { isOneOfSeveral = true } else { body = ArchivedBody(request.body) }
  }

  var withAnyEnd: ArchivedRequest {
    var request = self
    request.endsInSlash = nil
    return request
  }

  /// The request with a mark in place of each query value that is partly redacted or fleeting.
  var withAnyQueryText: ArchivedRequest {
    var request = self
    request.query = query.map { items in
      QueryItem.grouping(
        items.flatMap(\.items).map { item in
          let isVague = item.value?.contains(Redaction.mark) ?? false
          return isVague || FleetingValue.isFleeting(item)
            ? URLQueryItem(name: item.name, value: Redaction.mark) : item
        })
    }
    return request
  }

  var isVague: Bool {
    path?.contains(Redaction.mark) ?? false
      || query?.contains { $0.value?.contains(Redaction.mark) ?? false } ?? false
      || body?.isVague ?? isOneOfSeveral
  }

  /// Makes the matcher; `ownPath`, which contains names of secrets, is compared as it is.
  func condition(
    _ names: ArchivedNamesCriterion?, on ownPath: String?
  ) throws -> RequestMatcher {
    var criteria: [any Criterion] = []
    if let method {
      criteria.append(MethodCriterion(methods: [StubRequest.Method(rawValue: method)]))
    }
    if let host { criteria.append(try HostCriterion(parsing: host)) }
    if let port { criteria.append(try PortCriterion(parsing: port)) }
    if let path = ownPath ?? path { criteria.append(Self.criterion(for: path)) }
    if let endsInSlash { criteria.append(LastSlashCriterion(isThere: endsInSlash)) }
    if let query { criteria.append(ArchivedQueryCriterion(items: query)) }
    if let operation {
      criteria.append(UnpackingCriterion(plain: try GraphQLCriterion(name: operation)))
    }
    if let names { criteria.append(names) }
    if let body { criteria.append(ArchivedBodyCriterion(body, isOneOfSeveral: isOneOfSeveral)) }
    return RequestMatcher(all: criteria.isEmpty ? [AnyRequestCriterion()] : criteria)
  }

  private static func criterion(for path: String) -> any Criterion {
    // A URL may leave out the slash of the root.
    if path == "/" { return RootPathCriterion() }
    return path.contains(Redaction.mark) ? ArchivedPathCriterion(path) : PathCriterion(path)
  }
}

/// The path is `/` or empty; both name the root.
struct RootPathCriterion: Criterion {
  private let slash = PathCriterion("/")

  func condition(on probe: RequestProbe) -> Verdict {
    probe.url.rawPath.isEmpty ? .yes : slash.verdict(on: probe)
  }

  func finding(in probe: RequestProbe) -> String { slash.finding(in: probe) }
  func nearness(ofMiss probe: RequestProbe) -> Double { slash.nearness(ofMiss: probe) }
  var weight: Double { slash.weight }
  var description: String { slash.description }
}

struct LastSlashCriterion: Criterion {
  let isThere: Bool

  func condition(on probe: RequestProbe) -> Verdict {
    Verdict((probe.url.rawPath.last == .slash) == isThere)
  }

  func finding(in probe: RequestProbe) -> String {
    "the path ends \(probe.url.rawPath.last == .slash ? "in" : "without") a slash"
  }

  var description: String { "a path that ends \(isThere ? "in" : "without") a slash" }
}
