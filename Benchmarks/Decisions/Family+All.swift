import Foundation
import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Family {
  /// The families, in the order in which they are measured.
  static let all = [
    hostPathMethod, path, host, template, query, header, prefix, body, pattern,
  ]

  private static let byText = Bound(hit: 1.6, pass: 2.3)
  private static let byParts = Bound(hit: 2, pass: 2.3)
  private static let api = "https://api.example.com"

  private static let hostPathMethod = Family(
    "host+path+method", bound: byText,
    condition: {
      isHost("api\($0 % 100).example.com") && isPath("/v1/items/\($0)") && isMethodGET()
    },
    closure: { number in
      let (host, path) = ("api\(number % 100).example.com", "/v1/items/\(number)")
      return { $0.url?.host == host && $0.url?.path == path && $0.httpMethod == "GET" }
    },
    request: { StubKitBenchmarks.request("https://api\($0 % 100).example.com/v1/items/\($0)") })

  private static let path = Family(
    "path", bound: byText,
    condition: { isHost("api.example.com") && isPath("/v1/items/\($0)") },
    closure: { number in
      let path = "/v1/items/\(number)"
      return { $0.url?.host == "api.example.com" && $0.url?.path == path }
    },
    request: { StubKitBenchmarks.request("\(api)/v1/items/\($0)") })

  private static let host = Family(
    "host", bound: byText,
    condition: { isHost("host\($0).example.com") && isPath("/v1/items") },
    closure: { number in
      let host = "host\(number).example.com"
      return { $0.url?.host == host && $0.url?.path == "/v1/items" }
    },
    request: { StubKitBenchmarks.request("https://host\($0).example.com/v1/items") })

  private static let template = Family(
    "template", bound: byParts,
    condition: { isHost("api.example.com") && isPathTemplate("/v1/kind\($0)/{id}/parts/{part}") },
    closure: { number in
      let kind = "kind\(number)"
      return {
        guard $0.url?.host == "api.example.com" else { return false }
        let parts = ($0.url?.path ?? "").split(separator: "/")
        return parts.count == 5 && parts[0] == "v1" && parts[1] == kind && parts[3] == "parts"
      }
    },
    request: { StubKitBenchmarks.request("\(api)/v1/kind\($0)/17/parts/4") })

  private static let query = Family(
    "query", bound: byParts, largestScan: 10_000,
    condition: {
      isHost("api.example.com") && isPath("/v1/search") && containsQuery(["id": "\($0)"])
    },
    closure: { number in
      let id = "\(number)"
      return {
        guard let url = $0.url, url.host == "api.example.com", url.path == "/v1/search" else {
          return false
        }
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        return items.contains { $0.name == "id" && $0.value == id }
      }
    },
    request: { StubKitBenchmarks.request("\(api)/v1/search?sort=name&id=\($0)&page=2") })

  private static let header = Family(
    "header", bound: Bound(hit: 2.6, pass: nil),
    condition: {
      isHost("api.example.com") && isPath("/v1/items") && hasHeaderNamed("X-Item", value: "\($0)")
    },
    closure: { number in
      let item = "\(number)"
      return {
        $0.url?.host == "api.example.com" && $0.url?.path == "/v1/items"
          && $0.value(forHTTPHeaderField: "X-Item") == item
      }
    },
    request: {
      StubKitBenchmarks.request(
        "\(api)/v1/items", headers: ["Accept": "application/json", "X-Item": "\($0)"])
    })

  private static let prefix = Family(
    "prefix",
    condition: { isHost("api.example.com") && pathStartsWith("/v1/kind\($0)/") },
    closure: { number in
      let prefix = "/v1/kind\(number)/"
      return { $0.url?.host == "api.example.com" && $0.url?.path.hasPrefix(prefix) == true }
    },
    request: { StubKitBenchmarks.request("\(api)/v1/kind\($0)/17/parts/4") })

  private static let body = Family(
    "body",
    condition: {
      isHost("api.example.com") && isPath("/v1/items/\($0)") && isMethodPOST()
        && hasJsonBody(["id": .integer($0)])
    },
    closure: { number in
      let path = "/v1/items/\(number)"
      return {
        guard $0.url?.host == "api.example.com", $0.url?.path == path, let body = $0.httpBody,
          let json = try? JSONSerialization.jsonObject(with: body) as? [String: Any]
        else { return false }
        return json.count == 1 && json["id"] as? Int == number
      }
    },
    request: {
      StubKitBenchmarks.request(
        "\(api)/v1/items/\($0)", method: "POST", body: "{\"id\": \($0)}")
    })

  private static let pattern = Family(
    "pattern", largest: 1_000, largestScan: 1_000,
    condition: { isHost("api.example.com") && pathMatches("^/v1/items/\($0)$") },
    closure: { number in
      guard let expression = try? NSRegularExpression(pattern: "^/v1/items/\(number)$") else {
        preconditionFailure("the pattern is one")
      }
      return {
        guard $0.url?.host == "api.example.com", let path = $0.url?.path else { return false }
        let range = NSRange(location: 0, length: path.utf16.count)
        return expression.firstMatch(in: path, range: range) != nil
      }
    },
    request: { StubKitBenchmarks.request("\(api)/v1/items/\($0)") })
}
