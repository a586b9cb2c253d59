import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How criteria and reports look at a request's headers.
extension RequestProbe {
  /// The verdict on a missing header field, which the session may still add.
  package var verdictOnMissingHeader: Verdict { mayGainHeaders ? .open : .no }

  /// Describes the values under a name; without any, similar names.
  func headerFinding(_ name: String) -> String {
    if let value = header(name) {
      return "the header \(name.swiftLiteral) is \(value.shortened().swiftLiteral)"
    }
    let near = headerNames.near(name)
    let remark = near.isEmpty ? "" : ", but there is \(near.map(\.swiftLiteral).phrase)"
    return "there is no header \(name.swiftLiteral)\(remark)"
  }

  /// How near a missing header comes to being there under another name.
  func nearness(toHeader name: String) -> Double {
    headerNames.prefix(100).map { 0.6 * $0.likeness(to: name) }.max() ?? 0
  }

  private var headerNames: [String] {
    headers.keys.sorted()
  }
}

/// Returns a remark on a header name that no request can have.
func hintOnHeaderName(_ name: String) -> String? {
  if name.isEmpty { return "a header name cannot be empty" }
  if name.contains(":") { return "a header name is written without a colon" }
  if name.contains(where: \.isWhitespace) { return "a header name contains no white space" }
  return nil
}
