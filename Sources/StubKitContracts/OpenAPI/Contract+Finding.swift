import Foundation
import StubKit

extension Contract {
  enum Lookup {
    /// No server in the description fits the URL.
    case foreign
    case unknownPath
    case unknownMethod(known: [String])
    /// The operation; several where the request alone does not say which of them is meant.
    case known([(operation: Operation, values: [String: String])])
  }

  func lookup(of request: StubRequest) -> Lookup {
    guard let url = request.url,
      let components = URLComponents(url: url, resolvingAgainstBaseURL: true),
      components.scheme?.lowercased().hasPrefix("http") == true
    else { return .foreign }
    let path = components.percentEncodedPath.isEmpty ? "/" : components.percentEncodedPath
    let written = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(
      String.init)
    let segments = written.map { $0.removingPercentEncoding ?? $0 }
    var (isForeign, known) = (true, Set<String>())
    var best: (operations: [(operation: Operation, values: [String: String])], concreteness: [Int])
    best = ([], [])
    let method = request.method.rawValue.uppercased()
    for group in groups {
      for server in group.servers where server.fitsOrigin(of: components) {
        isForeign = false
        guard let rest = server.rest(of: segments) else { continue }
        guard let operations = group.paths.first(rest) else { continue }
        known.formUnion(operations.map(\.method))
        let asked = operations.filter { $0.method == method }
          .map { (operation: $0, values: $0.values(in: written.suffix(rest.count))) }
        guard let first = asked.first?.operation else { continue }
        let concreteness = (server.base + first.segments).map(\.concreteness)
        if best.concreteness == concreteness {
          // Several servers of the description may fit the request.
          best.operations += asked.filter { new in
            !best.operations.contains { $0.operation.place == new.operation.place }
          }
        }
        if best.concreteness.lexicographicallyPrecedes(concreteness) {
          best = (asked, concreteness)
        }
      }
    }
    if !best.operations.isEmpty { return .known(best.operations) }
    if !known.isEmpty { return .unknownMethod(known: known.sorted()) }
    return isForeign ? .foreign : .unknownPath
  }
}

extension PathSegment {
  /// The values are decoded once more later: a percent sign or a comma in one stays encoded until
  /// then, unless the template itself has one.
  fileprivate func decodedValues(in text: String) -> [String: String]? {
    guard let decoded = text.removingPercentEncoding else { return nil }
    let kept = text.replacing("%25", with: "%2525")
      .replacing("%2C", with: "%252C").replacing("%2c", with: "%252c")
    return values(in: kept.removingPercentEncoding ?? text) ?? values(in: decoded)
  }
}

extension Operation {
  /// The values of the path's variables, decoded only in segments that otherwise do not fit.
  fileprivate func values(in path: some Sequence<String>) -> [String: String] {
    zip(segments, path).reduce(into: [:]) { values, pair in
      let (segment, text) = pair
      let own = segment.values(in: text) ?? segment.decodedValues(in: text)
      values.merge(own ?? [:]) { first, _ in first }
    }
  }
}
