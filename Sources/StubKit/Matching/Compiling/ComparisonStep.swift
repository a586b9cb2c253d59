/// One comparison of a part of a request with wanted bytes.
///
/// Comparisons are decided here only. The texts are views, so that a step costs nothing to make: from a
/// criterion, or from the flat form of a whole condition.
struct ComparisonStep {
  typealias Bytes = ScannedURL.Bytes

  enum Kind: Sendable {
    case whole(RequestPart)
    case scheme
    case port(UInt16, isUsual: Bool)
    case subdomain
    case pathPrefix(isFolder: Bool)
    case pathTemplate
    case queryName
    case queryItem(hasValue: Bool, count: UInt32)
    case headerName
    case headerValue
  }

  let kind: Kind
  /// The wanted text, or the name of the query item or header field.
  let text: Bytes
  /// The wanted value of the query item or header field; empty if any will do.
  let value: Bytes

  @inline(__always)
  func verdict(on probe: borrowing RequestProbe) -> Verdict {
    switch kind {
    case .whole(let part):
      return Verdict(part.isSame(in: probe, as: text))
    case .scheme:
      return Verdict(probe.url.scheme.equalsIgnoringASCIICase(text))
    case .port(let port, let isUsual):
      if let written = probe.url.port { return Verdict(written == Int(port)) }
      return Verdict(isUsual || probe.url.usualPort == Int(port))
    case .subdomain:
      return Verdict(probe.url.withHost { isSubdomain($0) })
    case .pathPrefix(let isFolder):
      return Verdict(probe.url.withPath { startsPath($0, isFolder: isFolder) })
    case .pathTemplate:
      return Verdict(probe.url.withSegmentedPath { PathTemplate.fits($0, text: text) })
    case .queryName:
      return Verdict(isInQuery(of: probe.url, hasValue: nil, count: 1))
    case .queryItem(let hasValue, let count):
      return Verdict(isInQuery(of: probe.url, hasValue: hasValue, count: count))
    case .headerName:
      return probe.header(text) == nil ? probe.verdictOnMissingHeader : .yes
    case .headerValue:
      guard let found = probe.header(text) else { return probe.verdictOnMissingHeader }
      return Verdict(found.withBytes { $0.equals(value) })
    }
  }

  private func isSubdomain(_ host: Bytes) -> Bool {
    let dot = host.count - text.count - 1
    guard dot > 0, host[dot] == .dot else { return false }
    return Bytes(rebasing: host[(dot + 1)...]).equalsIgnoringASCIICase(text)
  }

  @inline(__always)
  private func startsPath(_ path: Bytes, isFolder: Bool) -> Bool {
    path.starts(withBytes: text)
      && (!isFolder || path.count == text.count || path[text.count] == .slash)
  }

  /// Whether the query has an item often enough; with `hasValue` nil its value is ignored.
  @inline(__always)
  private func isInQuery(of url: ScannedURL, hasValue: Bool?, count: UInt32) -> Bool {
    let isEncoded = url.isQueryEncoded
    var missing = count
    for pair in url.queryPairs {
      let isWanted =
        hasValue.map {
          pair.isItem(named: text, value: $0 ? value : nil, ifEncoded: isEncoded)
        } ?? pair.isNamed(text, ifEncoded: isEncoded)
      guard isWanted else { continue }
      missing -= 1
      if missing == 0 { return true }
    }
    return false
  }
}
