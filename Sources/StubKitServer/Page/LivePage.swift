import Dispatch
import Foundation
import StubKit

/// The live page of a server: it shows what its registry sees, and changes nothing.
///
/// While a browser watches, the page reads the registry ten times a second. As an event handler it would
/// delay each request, and would not hear of stubs or of pieces of bodies.
final class LivePage: Sendable {
  /// The path after the server's address: `/.stubkit/k3…`.
  let path: String
  private let title: String
  let state: Locked<State>
  let queue = DispatchQueue(label: "StubKit.page")

  struct State {
    /// The registry outlives its server, but must not be kept by it.
    private(set) weak var registry: StubRegistry?
    var watches: [Watch] = []
    /// Problems that no exchange in the log has.
    var notes: [String] = []
    var isLooking = false
    var isOver = false

    init(of registry: StubRegistry) { self.registry = registry }
  }

  /// - Parameters:
  ///   - token: A secret; a client that does not know it gets nothing.
  ///   - title: What is watched, such as where the server was started.
  init(of registry: StubRegistry, token: String, title: String = "") {
    path = "/.stubkit/\(token)"
    self.title = title
    state = Locked(State(of: registry))
  }

  /// Random letters and digits, which cannot be guessed.
  static func makeToken() -> String {
    String(UInt64.random(in: .min ... .max), radix: 36)
      + String(UInt64.random(in: .min ... .max), radix: 36)
  }

  var registry: StubRegistry? { state.withLock(\.registry) }

  /// Notes a problem that no exchange in the log has, such as that a request was refused.
  func note(_ text: String) {
    state.withLock { if $0.notes.count < 100 { $0.notes.append(text) } }
  }
}

/// The resources of the page.
extension LivePage {
  enum Answer: Sendable {
    case whole(status: Int, fields: StubHeaders, body: Data)
    case stream(fields: StubHeaders, Stream)
  }

  enum Stream: Sendable {
    /// Server-sent events, from all that is there so far to the end of the server.
    case events
    case archive
  }

  /// Returns the resource at a request's target; nil if the target does not belong to the page.
  ///
  /// Every path below `/.stubkit` belongs to the page: the tab of an earlier server, which asks again and
  /// again, must not count as a request of the test.
  func answer(to method: String, _ target: String, host: String?) -> Answer? {
    guard target.utf8.starts(with: "/.stubkit".utf8) else { return nil }
    let path = target.prefix { $0 != "?" }
    guard path == "/.stubkit" || path.hasPrefix("/.stubkit/") else { return nil }
    guard let host, Self.isLoopback(host), path.hasPrefix(self.path) else { return .text(404) }
    guard method == "GET" || method == "HEAD" else { return .text(405, ["Allow": "GET, HEAD"]) }
    switch path.dropFirst(self.path.count) {
    case "", "/":
      let page = PageDocument(title: title)
      return .whole(status: 200, fields: page.fields, body: Data(page.html.utf8))
    case "/events": return .stream(fields: .page(of: "text/event-stream"), .events)
    case "/har":
      var fields = StubHeaders.page(of: "application/json")
      fields.append("attachment; filename=\"conversation.har\"", for: "Content-Disposition")
      return .stream(fields: fields, .archive)
    default: return .text(404)
    }
  }

  /// Whether a `Host` is this machine's; a foreign name that resolves to this machine is refused.
  private static func isLoopback(_ host: String) -> Bool {
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
    return ["127.0.0.1", "[::1]", "localhost"].contains(name.lowercased())
  }
}

extension LivePage.Answer {
  fileprivate static func text(_ status: Int, _ more: StubHeaders = [:]) -> Self {
    var fields = StubHeaders.page(of: "text/plain")
    for field in more { fields.append(field.value, for: field.name) }
    return .whole(status: status, fields: fields, body: Data())
  }
}

extension StubHeaders {
  /// The fields of everything that belongs to a page: no cache stores it, and no other page can read it.
  static func page(of type: String) -> StubHeaders {
    [
      "Content-Type": "\(type); charset=utf-8", "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
      "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
    ]
  }
}
