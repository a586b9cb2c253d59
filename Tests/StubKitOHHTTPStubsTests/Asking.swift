import Foundation
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What came back for a request.
struct Answer {
  let status: Int
  let headers: [String: String]
  let body: Data

  var text: String { String(decoding: body, as: UTF8.self) }
}

/// Asks through the shared session, as code under test does.
func ask(
  _ address: String, method: String = "GET", headers: [String: String] = [:], body: String? = nil
) async throws -> Answer {
  let url = try XCTUnwrap(URL(string: address))
  var request = URLRequest(url: url)
  request.httpMethod = method
  request.allHTTPHeaderFields = headers
  request.httpBody = body.map { Data($0.utf8) }
  let (data, response) = try await URLSession.shared.data(for: request)
  let head = try XCTUnwrap(response as? HTTPURLResponse)
  let fields = head.allHeaderFields.map { ("\($0.key.base)", "\($0.value)") }
  return Answer(
    status: head.statusCode, headers: Dictionary(fields) { $1 }, body: data)
}

/// What closures that run elsewhere have noted.
final class Notes: @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []

  var all: [String] { lock.withLock { lines } }

  func add(_ line: String) {
    lock.withLock { lines.append(line) }
  }
}
