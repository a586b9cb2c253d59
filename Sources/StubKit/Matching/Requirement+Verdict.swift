/// A requirement as a question of its own, for matchers that ask nothing else.
extension Requirement {
  /// Whether the request has what is required.
  @inline(__always)
  func verdict(on probe: RequestProbe) -> Verdict {
    switch self {
    case .url(let text): Verdict(probe.url.textWithoutFragment.equals(text))
    case .host(let host): Verdict(probe.url.isHost(lowercased: host))
    case .method(let methods): Verdict(probe.isMethod(among: methods))
    case .path(let path): Verdict(probe.url.isPath(path))
    case .template(let template): Verdict(template.matches(probe.url.trimmedPath))
    case .pathPrefix(let prefix): Verdict(probe.url.withPath { $0.starts(with: prefix) })
    case .queryItem(let name, let value): Verdict(probe.url.hasQueryItem(name, value))
    case .header(let name, let value): probe.verdictOnHeader(name, value: value)
    }
  }
}

extension RequestProbe {
  /// Whether the method is one of a few, byte for byte.
  @inline(__always)
  func isMethod(among methods: [String]) -> Bool {
    for candidate in methods where candidate.utf8.elementsEqual(method.utf8) { return true }
    return false
  }

  /// The verdict on a header field, whose value is compared byte for byte; nil means any.
  func verdictOnHeader(_ name: String, value: String?) -> Verdict {
    guard let found = header(name) else { return verdictOnMissingHeader }
    guard let value else { return .yes }
    return Verdict(found.utf8.elementsEqual(value.utf8))
  }
}

extension ScannedURL {
  /// Whether the host, decoded and lowercased, is this one.
  @inline(__always)
  func isHost(lowercased host: String) -> Bool {
    guard rawHost.contains(.percent) else {
      return rawHost.equalsIgnoringASCIICase(lowercased: host)
    }
    return PercentDecoding.string(from: rawHost)?.equalsIgnoringASCIICase(host) ?? false
  }

  /// Whether the query has an item of a name, with the value that is asked for.
  @inline(__always)
  func hasQueryItem(_ name: String, _ value: Requirement.QueryValue) -> Bool {
    for pair in queryPairs where PercentDecoding.bytes(pair.rawName, spell: name) {
      switch value {
      case .any: return true
      case .exactly(nil): if pair.rawValue == nil { return true }
      case .exactly(let wanted?):
        if let raw = pair.rawValue, PercentDecoding.bytes(raw, spell: wanted) { return true }
      }
    }
    return false
  }
}
