import Foundation
import StubKit

/// A place in a document, the value there, and the base URL of references in the value.
struct SchemaLocation {
  let document: SchemaDocument
  let tokens: [String]
  let base: URL
  let json: StubJSON

  init(rootOf document: SchemaDocument) {
    self.init(document: document, tokens: [], outer: document.url, json: document.json)
  }

  init(document: SchemaDocument, tokens: [String], outer: URL, json: StubJSON) {
    (self.document, self.tokens, self.json) = (document, tokens, json)
    base = document.hasIdentifiers ? Self.base(of: json, in: outer) : outer
  }

  func child(_ token: String) -> SchemaLocation? {
    guard let json = json[token] ?? Int(token).flatMap({ json[$0] }) else { return nil }
    return SchemaLocation(document: document, tokens: tokens + [token], outer: base, json: json)
  }

  /// The base URL inside a schema, which an `$id` may change.
  static func base(of json: StubJSON, in outer: URL) -> URL {
    guard case .object(let members) = json, let id = members["$id"]?.string else { return outer }
    return URL(string: id, relativeTo: outer)?.absoluteURL ?? outer
  }

  private var pointer: String { PointerNames.text(of: tokens) }

  /// For messages: `components/schemas/User`, or `common.json#/$defs/Name`.
  var path: String {
    guard let title = document.title else { return tokens.isEmpty ? "#" : pointer }
    return tokens.isEmpty ? "\(title)#" : "\(title)#/\(pointer)"
  }

  /// Unique to the place.
  var key: String { document.url.withoutFragment + "#" + pointer }
}

/// The names of a JSON pointer, between its slashes (RFC 6901).
enum PointerNames {
  static func names(in pointer: some StringProtocol) -> [String] {
    pointer.split(separator: "/", omittingEmptySubsequences: false).map {
      String($0).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }

  static func text(of names: [String]) -> String {
    names.map { $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined(separator: "/")
  }
}
