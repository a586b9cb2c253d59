import Foundation
import StubKit
import StubKitRecording
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What was recorded replays: an app that uses what it was given finds what was recorded for it.
struct RecordedNamesTests {
  private let temporary = TemporaryFolder()

  /// Something that a list has by a secret, and that is asked for by it.
  private struct Item: Sendable {
    let secret: String
    let title: String
  }

  /// How an app asks for the details of something.
  enum Asking: CaseIterable {
    case path, query, header, json, form

    func request(for name: String, at base: String) throws -> URLRequest {
      func request(_ path: String) throws -> URLRequest {
        URLRequest(url: try #require(URL(string: base + path)))
      }
      var query = URLComponents()
      query.queryItems = [URLQueryItem(name: "token", value: name)]
      let encoded = (query.percentEncodedQuery ?? "").replacingOccurrences(of: "+", with: "%2B")
      switch self {
      case .path:
        let segment = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? name
        return try request("/details/\(segment)")
      case .query: return try request("/details?\(encoded)")
      case .header:
        var request = try request("/details")
        request.setValue("Bearer \(name)", forHTTPHeaderField: "Authorization")
        return request
      case .json, .form:
        var request = try request("/details")
        request.httpMethod = "POST"
        request.httpBody = Data((self == .json ? #"{"token": "\#(name)"}"# : encoded).utf8)
        request.setValue(
          self == .json ? "application/json" : "application/x-www-form-urlencoded",
          forHTTPHeaderField: "Content-Type")
        return request
      }
    }
  }

  private static let secrets: [[String]] = [
    (1...4).map { "3f2504e0-4f89-41d3-9a0c-0305e82c330\($0)" },
    (1...4).map { "48201937\($0)" },
    (1...4).map { "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn\($0).dBjftJeZ4CVPmB92K\($0)" },
    (1...4).map { "ann\($0)@mail.test" },
    (1...4).map { "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a0\($0)" },
    (1...4).map { "Q2F1dGlvbjogd2V0IHBhaW50IQ\($0)+/a==" },
    (1...4).map { "correct horse \"\($0)\" & battery" },
    (1...4).map { "tr0ub4dor&\($0)" },
    ["48", "99", "1234", "0000"],
  ]

  private func server(_ items: [Item]) throws -> LoopbackServer {
    try LoopbackServer { request in
      if request.target == "/list" {
        let list = items.map {
          StubJSON.object(["token": .string($0.secret), "title": .string($0.title)])
        }
        return .text(
          StubJSON.object(["items": .array(list)]).description,
          headers: ["Content-Type: application/json"])
      }
      let said = [
        request.target.removingPercentEncoding ?? "", request.headers["authorization"] ?? "",
        String(decoding: request.body, as: UTF8.self),
        String(decoding: request.body, as: UTF8.self).removingPercentEncoding ?? "",
      ].joined(separator: "\n").replacingOccurrences(of: "\\\"", with: "\"")
      let found = items.first {
        said.hasSuffix($0.secret) || said.contains($0.secret + "\n")
          || said.contains("\"\($0.secret)\"")
      }
      return .text(found?.title ?? "nothing", status: found == nil ? 404 : 200)
    }
  }

  /// Asks for the list, and then for the details of each in some order.
  private static func titles(
    _ base: String, asking: Asking, in order: [Int]
  ) async throws -> [(expected: String, found: String)] {
    let (data, _) = try await URLSession.shared.data(
      from: try #require(URL(string: base + "/list")))
    let list = try StubJSON(parsing: data)
    let items = try #require(list["items"]?.array)
    let pairs = items.compactMap { item -> (String, String)? in
      guard case .string(let token)? = item["token"], case .string(let title)? = item["title"]
      else { return nil }
      return (token, title)
    }
    try #require(Set(pairs.map(\.0)).count == 4, "a list by its names")
    var found: [(String, String)] = []
    for index in order {
      let (data, _) = try await URLSession.shared.data(
        for: try asking.request(for: pairs[index].0, at: base))
      found.append((pairs[index].1, String(decoding: data, as: UTF8.self)))
    }
    return found
  }

  @Test(arguments: Asking.allCases)
  func `a list and its details replay in any order`(asking: Asking) async throws {
    for (number, secrets) in Self.secrets.enumerated() {
      let items = secrets.enumerated().map { Item(secret: $1, title: "title \($0)") }
      if asking == .json, secrets[0].contains("\"") { continue }
      // What is as short as that is taken out only where its name says that it is secret.
      if asking == .path, secrets[0].count < 6 { continue }
      let server = try server(items)
      let file = temporary.url.appendingPathComponent("list-\(number).har")
      let base = server.url("")
      let live = try await withRecording(to: file) { _ in
        try await Self.titles(base, asking: asking, in: [0, 1, 2, 3])
      }
      try #require(live.allSatisfy { $0.expected == $0.found }, "\(secrets): \(live)")
      let disk = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      for secret in secrets where secret.count > 4 { #expect(!disk.contains(secret)) }
      for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 2, 0, 1, 3]] {
        let replayed = try await withRecording(to: file, mode: .never) { _ in
          try await Self.titles(base, asking: asking, in: order)
        }
        for (expected, found) in replayed { #expect(found == expected, "\(secrets[0]) \(asking)") }
      }
    }
  }
}
