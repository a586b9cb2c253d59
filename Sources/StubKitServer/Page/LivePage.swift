import Dispatch
import Foundation
import StubKit

/// A page that polls the registry while a browser watches: an event handler would delay each
/// request, and would not hear of stubs or of pieces of bodies.
final class LivePage: Sendable {
  /// Such as `/.stubkit/k3…`.
  let path: String
  private let title: String
  let state: Locked<State>
  let queue = DispatchQueue(label: "StubKit.page")

  struct State {
    /// Weak, so that the page does not keep the registry.
    private(set) weak var registry: StubRegistry?
    var watches: [Watch] = []
    var isLooking = false
    var isOver = false

    init(of registry: StubRegistry) { self.registry = registry }
  }

  /// A client that does not know `token` gets nothing; `title` says what is watched.
  init(of registry: StubRegistry, token: String, title: String = "") {
    path = "/.stubkit/\(token)"
    self.title = title
    state = Locked(State(of: registry))
  }

  /// Letters and digits that cannot be guessed.
  static func makeToken() -> String {
    String(UInt64.random(in: .min ... .max), radix: 36)
      + String(UInt64.random(in: .min ... .max), radix: 36)
  }

  var registry: StubRegistry? { state.withLock(\.registry) }
}

extension LivePage {
  enum Answer: Sendable {
    case whole(status: Int, fields: StubHeaders, body: Data)
    case stream(fields: StubHeaders, Stream)
  }

  enum Stream: Sendable {
    case events
    case archive
  }

  /// Returns the answer to a request; nil if its target does not belong to the page.
  ///
  /// Every path below `/.stubkit` belongs to the page: a browser tab that is left from an earlier
  /// server asks again and again, and its requests must not count as the test's.
  func answer(to method: String, _ target: String, host: String?) -> Answer? {
    guard target.utf8.starts(with: "/.stubkit".utf8) else { return nil }
    let path = target.prefix { $0 != "?" }
    guard path == "/.stubkit" || path.hasPrefix("/.stubkit/") else { return nil }
    // Prevents DNS rebinding: a foreign name that resolves to this machine does not count.
    guard let host, HostField(host).isLoopback, path.hasPrefix(self.path) else {
      return .text(404)
    }
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
}

extension LivePage.Answer {
  fileprivate static func text(_ status: Int, _ more: StubHeaders = [:]) -> Self {
    var fields = StubHeaders.page(of: "text/plain")
    for field in more { fields.append(field.value, for: field.name) }
    return .whole(status: status, fields: fields, body: Data())
  }
}

extension StubHeaders {
  /// The fields of the page's answers, which no cache may store and no other page may read.
  static func page(of type: String) -> StubHeaders {
    [
      "Content-Type": "\(type); charset=utf-8", "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
      "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
    ]
  }
}
