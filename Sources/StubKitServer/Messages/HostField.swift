import StubKit

/// A `Host` field, or the host of an address.
struct HostField {
  /// Lowercased, without the port.
  let name: String
  let port: Int?

  init(_ field: String) {
    let field = field.lowercased()
    // A colon in the brackets of an IPv6 address does not begin a port.
    let end = field.lastIndex(of: ":").flatMap { colon in
      field[colon...].contains("]") ? nil : colon
    }
    name = String(field[..<(end ?? field.endIndex)])
    port = end.flatMap { Int(field[field.index(after: $0)...]) }
  }

  var isLoopback: Bool { ServedPorts.hosts.contains(name) }

  /// `api.example.com` for `api.example.com.localhost`; any other name as it is.
  var meantName: String {
    let suffix = ".localhost"
    return name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
  }

  /// `meantName` with the port, unless the port is the server's own.
  func meant(at ownPort: Int) -> String {
    meantName + (port.flatMap { $0 == ownPort ? nil : ":\($0)" } ?? "")
  }
}
