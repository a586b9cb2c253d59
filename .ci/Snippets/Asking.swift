// How the stubs of a snippet are asked.

import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Makes the requests that a page names, and then one for every stub that nobody has asked.
///
/// - Parameter named: Requests as in `POST /orders {"id": 1}`.
func askTheRest(named: [String] = []) async {
  for text in named { _ = try? await load(URLRequest(asking: text)) }
  // A stub that is used up gives way to an older one, so it takes several rounds.
  for _ in 0..<4 {
    for stub in unasked where stub.condition(stub.wanted.request) {
      _ = try? await load(stub.wanted.request)
    }
  }
  for stub in unasked {
    let said = "nothing has reached the stub for \(stub.condition) (\(stub.location))"
    if stub.wanted.isCertain {
      Issue.record("\(said), not even \(stub.wanted.request)")
    } else {
      print("not asked: \(said); name a request: <!-- asks: POST /path {} -->")
    }
  }
}

private var unasked: [Stub] {
  StubRegistry.current.stubs.filter {
    $0.isActive && $0.callCount == 0 && $0.expected != .never
  }
}

extension StubCount {
  /// The number of requests that it asks for; one, if it names none.
  var least: Int {
    if self == .never { return 0 }
    return "\(self)".firstMatch(of: #/\d+/#).flatMap { Int($0.output) } ?? 1
  }
}

extension Stub {
  /// A request that it should match, read from its condition as that prints itself; it is certain
  /// if each part of the condition has been understood.
  var wanted: (request: URLRequest, isCertain: Bool) {
    var rest = "\(condition)".split(separator: " || ").first.map(String.init) ?? ""
    // What a request must not have, it has not.
    rest.replace(#/!\w+\([^()]*\)/#, with: "")
    var (method, path, headers) = ("GET", "/", [(String, String)]())
    var (origin, query) = (server.absoluteString, [URLQueryItem]())
    func take<Output>(_ pattern: Regex<Output>, _ use: (Output) -> Void) {
      while let match = rest.firstMatch(of: pattern) {
        use(match.output)
        rest.removeSubrange(match.range)
      }
    }
    take(#/isMethod([A-Z]+)\(\)/#) { method = String($0.1) }
    take(#/isMethod\(\.(\w+)[^()]*\)/#) { method = $0.1.uppercased() }
    take(#/isHost\("([^"]+)"\)/#) { origin = "https://" + $0.1.replacing("*", with: "www") }
    take(#/ && isPort\((\d+)\)/#) { origin += ":\($0.1)" }
    take(#/isPath\("([^"]*)"\)/#) { path = String($0.1) }
    take(#/isPathTemplate\("([^"]*)"\)/#) { path = String($0.1).replacing(#/{[^{}]*}/#, with: "7") }
    take(#/pathStartsWith\("([^"]*)"\)/#) { path = String($0.1) }
    take(#/isExtension\("([^"]*)"\)/#) { path = "/a.\($0.1)" }
    take(#/isAbsoluteURLString\("(https?:\/\/[^\/"]*)([^"]*)"\)/#) {
      (origin, path) = (String($0.1), String($0.2))
    }
    take(#/is(GET|POST|PUT|PATCH|DELETE|HEAD)\("(https?:\/\/[^\/"]*)?([^"]*)"\)/#) {
      method = String($0.1)
      if let host = $0.2 { origin = String(host) }
      path = String($0.3).replacing(#/{[^{}]*}/#, with: "7")
    }
    take(#/containsQuery\("([^"]*)"\)/#) { query.append(URLQueryItem(name: "\($0.1)", value: "1")) }
    take(#/hasCookie\("([^"]*)"\)/#) { headers.append(("Cookie", "\($0.1)=x")) }
    take(#/hasHeaderNamed\("([^"]*)", value: "([^"]*)"\)/#) {
      headers.append(("\($0.1)", "\($0.2)"))
    }
    take(#/absoluteURLMatches\("([\/\w]+)"[^()]*\)/#) { path = String($0.1) }
    take(#/anyRequest\(\)|hasExactQuery\(\[:\]\)/#) { _ in }
    var url = URL(origin: origin, path: path)
    if !query.isEmpty { url.append(queryItems: query) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    return (request, rest.allSatisfy { " &()".contains($0) })
  }
}

extension URLRequest {
  /// A request as a page names it.
  fileprivate init(asking text: String) {
    let parts = text.split(separator: " ", maxSplits: 2).map(String.init)
    self.init(url: URL(origin: server.absoluteString, path: parts.dropFirst().first ?? ""))
    httpMethod = parts.first
    guard parts.count == 3 else { return }
    setValue("application/json", forHTTPHeaderField: "Content-Type")
    httpBody = Data(parts[2].utf8)
  }
}

extension URL {
  /// An address; one that is written as a whole is that.
  fileprivate init(origin: String, path: String) {
    let text = path.hasPrefix("http") ? path : origin + path
    self = URL(string: text) ?? URL(filePath: path)
  }
}
