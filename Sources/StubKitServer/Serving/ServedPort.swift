import Foundation
import StubKit

final class ServedPort: ConnectionOwner, Sendable {
  let core: ServerCore
  /// Nil for the server's own port.
  let origin: ServedOrigin?

  init(of core: ServerCore, for origin: ServedOrigin?) {
    (self.core, self.origin) = (core, origin)
  }

  var limits: RequestLimits { core.limits }
  var keepsAlive: Bool { core.settings.keepsAlive }

  func answer(_ request: ServerRequest, on connection: Connection) -> any ServedExchange {
    if case .authority(let authority) = request.target {
      connection.answer(
        501, reason: "StubKit has no TLS", text: core.noteConnect(to: authority),
        fields: ["Connection": "close"])
      return AnsweredExchange.only
    }
    if let (port, request) = meantPort(of: request) {
      return port.answer(request, on: connection)
    }
    if origin == nil, let exchange = core.page.answer(request, on: connection) { return exchange }
    guard let address = address(of: request, on: connection) else {
      let refusal = Refusal.malformed("The target is no address of an http or https server.")
      connection.answer(400, text: refusal.sentence)
      note(refusal, on: connection)
      return AnsweredExchange.only
    }
    let door = ServerDoor(on: connection, at: self)
    let exchange = OutsideExchange(
      of: URLRequest(request, to: address), answeredBy: core.registry, toldTo: door,
      reporter: core.reporter, remark: request.remark)
    exchange.start()
    return exchange
  }

  func note(_ refusal: Refusal, on connection: Connection) {
    core.note(refusal)
  }

  func noteNoDescriptorLeft() {
    core.noteNoDescriptorLeft()
  }

  /// The port of this server that a proxy request is for, and the request as sent without a proxy.
  private func meantPort(of request: ServerRequest) -> (ServedPort, ServerRequest)? {
    guard case .absolute(let text) = request.target,
      let address = URLComponents(string: text.escapedAddress),
      address.scheme?.lowercased() == "http", let host = address.encodedHost,
      HostField(host).isLoopback,
      let port = address.port.flatMap(core.servedPort)
    else { return nil }
    var request = request
    request.host = host
    // Joined by hand: components without a host have no text if the path begins with two slashes.
    let path =
      address.percentEncodedPath + (address.percentEncodedQuery.map { "?\($0)" } ?? "")
      + (address.percentEncodedFragment.map { "#\($0)" } ?? "")
    request.target = .path(path.hasPrefix("/") ? path : "/\(path)")
    return (port, request)
  }

  /// The address as stubs see it; nil if the target is not an http or https address.
  private func address(of request: ServerRequest, on connection: Connection) -> URL? {
    switch request.target {
    case .absolute(let text):
      return URLComponents(string: text.escapedAddress).flatMap {
        ServedOrigin(of: $0) == nil ? nil : $0.url
      }
    case .path(let path):
      return URL(
        string: origin(askedOf: request.host, on: connection) + path.escapedAddress)
    case .server: return URL(string: origin(askedOf: request.host, on: connection))
    case .authority: return nil
    }
  }

  private func origin(askedOf host: String?, on connection: Connection) -> String {
    if let origin { return origin.text }
    // Most clients name one host in all their requests.
    if let last = connection.lastHost, last.name == host { return last.origin }
    let origin = Self.origin(askedOf: host, at: core.port)
    connection.lastHost = (host, origin)
    return origin
  }

  private static func origin(askedOf host: String?, at port: Int) -> String {
    guard let host = host.map(HostField.init), !host.isLoopback, !host.name.isEmpty else {
      return "http://127.0.0.1:\(port)"
    }
    return "http://" + host.meant(at: port)
  }
}

extension URLRequest {
  fileprivate init(_ request: ServerRequest, to address: URL) {
    self.init(url: address)
    // Foundation is slow to check a method that is set.
    if request.method != "GET" { httpMethod = request.method }
    var fields = request.fields
    // Stubs of a session do not see this field either.
    fields["Content-Length"] = nil
    allHTTPHeaderFields = fields
    httpBody = request.body
  }
}

extension ServerRequest {
  fileprivate var remark: String? {
    wantsUpgrade
      ? "It asks for an upgrade of its connection, such as to a WebSocket. Sockets cannot be stubbed: it is "
        + "answered as a plain request." : nil
  }
}
