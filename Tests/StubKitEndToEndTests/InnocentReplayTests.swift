import Foundation
import StubKit
import StubKitRecording
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What has no secret is recorded as it is, and what an app asks with it finds its entry.
struct InnocentReplayTests {
  private let temporary = TemporaryFolder()

  /// The answers that stay as they are, which other tests see by themselves.
  private static func answers() throws -> [String] {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = tests.appendingPathComponent("StubKitTests/Fixtures/Secrets/innocent.txt")
    return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n%%\n")
  }

  /// An app that is given answers, and asks for each value in them.
  private struct App {
    let base: String

    private func ask(_ target: String, _ body: String? = nil) async throws -> String {
      var request = URLRequest(url: try #require(URL(string: base + target)))
      if let body {
        request.httpMethod = "POST"
        request.httpBody = Data(body.utf8)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      }
      return String(decoding: try await URLSession.shared.data(for: request).0, as: UTF8.self)
    }

    /// The answer with a number, and what is known of each value in it.
    func look(at number: Int) async throws -> [String] {
      let answer = try await ask("/answers/\(number)")
      var known = [answer]
      let values = (try? StubJSON(parsing: Data(answer.utf8))).map(\.leaves) ?? []
      for value in values.prefix(5) {
        let item = URLQueryItem(name: "id", value: value)
        var query = URLComponents()
        query.queryItems = [item]
        known.append(try await ask("/things?" + (query.percentEncodedQuery ?? "")))
        known.append(try await ask("/search", StubJSON.object(["id": .string(value)]).description))
      }
      return known
    }
  }

  @Test func `what an app makes of innocent answers replays, in any order`() async throws {
    let answers = try Self.answers()
    let server = try LoopbackServer { request in
      if let number = Int(request.target.replacing("/answers/", with: "")) {
        return .text(answers[number])
      }
      // A number that tells what was asked, whoever asks it.
      let asked = Array(request.target.utf8) + Array(request.body)
      return .text("thing \(asked.reduce(0) { ($0 * 31 + Int($1)) % 1_000_003 })")
    }
    let file = temporary.url.appendingPathComponent("innocent.har")
    let app = App(base: server.url(""))
    let live = try await withRecording(to: file) { _ in
      var live: [[String]] = []
      for number in answers.indices { live.append(try await app.look(at: number)) }
      return live
    }
    #expect(live.map(\.first) == answers)
    #expect(live.joined().count > 300)
    let replayed = try await withRecording(to: file, mode: .never) { _ in
      var replayed: [Int: [String]] = [:]
      for number in answers.indices.reversed() {
        replayed[number] = try await app.look(at: number)
      }
      return replayed
    }
    for number in answers.indices { #expect(replayed[number] == live[number]) }
  }
}

extension StubJSON {
  /// The texts and numbers that an app may ask with.
  fileprivate var leaves: [String] {
    switch self {
    case .string(let text): text.isEmpty || text.count > 200 ? [] : [text]
    case .integer, .double: [description]
    case .array(let values): values.flatMap(\.leaves)
    case .object(let members): members.sorted { $0.key < $1.key }.flatMap(\.value.leaves)
    default: []
    }
  }
}
