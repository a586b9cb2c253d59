import Foundation
import StubKit
import StubKitServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The two ways on which a request comes to a registry.
enum Entrance: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case session = "a session"
  case server = "a server"

  var testDescription: String { rawValue }

  /// Asks once for an address at api.shop.com.
  func ask(
    _ path: String, method: String = "GET", headers: [String: String] = [:], body: String? = nil,
    of registry: StubRegistry
  ) async throws -> Visitor.Answer {
    try await Visitor(by: self, to: registry)
      .ask(path, method: method, headers: headers, body: body)
  }
}

/// A client of api.shop.com that has one session, and comes by one way.
final class Visitor: Sendable {
  struct Answer: Sendable {
    let status: Int
    let text: String
    let headers: [String: String]
  }

  private let server: StubServer?
  private let session = URLSession(configuration: .patient)

  init(by way: Entrance, to registry: StubRegistry) throws {
    server = way == .server ? try registry.serve() : nil
  }

  deinit {
    session.finishTasksAndInvalidate()
    server?.stop()
  }

  func url(_ path: String) throws -> URL {
    let address = "https://api.shop.com\(path)"
    return try #require(server?.url(for: address) ?? URL(string: address))
  }

  func ask(
    _ path: String, method: String = "GET", headers: [String: String] = [:], body: String? = nil
  ) async throws -> Answer {
    var request = URLRequest(url: try url(path))
    request.httpMethod = method
    // A server's client waits in real time, beside all other tests.
    request.timeoutInterval = 600
    request.allHTTPHeaderFields = headers
    request.httpBody = body.map { Data($0.utf8) }
    let (data, response) = try await session.data(for: request)
    let head = try #require(response as? HTTPURLResponse)
    var fields: [String: String] = [:]
    for (name, value) in head.allHeaderFields { fields["\(name)".lowercased()] = "\(value)" }
    return Answer(
      status: head.statusCode, text: String(decoding: data, as: UTF8.self), headers: fields)
  }
}
