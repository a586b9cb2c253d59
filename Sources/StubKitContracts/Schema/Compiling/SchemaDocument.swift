import Foundation
import StubKit

/// A document with schemas, and an index of its identifiers and anchors.
final class SchemaDocument {
  let url: URL
  let json: StubJSON
  /// The file's name, which messages put before paths; nil for a description's main file.
  let title: String?
  /// Whether `$id` and anchors have a meaning; in OpenAPI 3.0 they have none.
  let hasIdentifiers: Bool
  private(set) lazy var index = hasIdentifiers ? Index(of: json, at: url) : Index()

  init(_ json: StubJSON, at url: URL, title: String? = nil, hasIdentifiers: Bool) {
    (self.json, self.url, self.title) = (json, url, title)
    self.hasIdentifiers = hasIdentifiers
  }

  struct Index {
    /// The paths of the schemas with an `$id`, by their URLs.
    private(set) var resources: [String: [String]] = [:]
    /// The paths of anchors, by `URL#name`.
    private(set) var anchors: [String: [String]] = [:]
    /// The paths of dynamic anchors, by name.
    private(set) var dynamicAnchors: [String: [[String]]] = [:]

    /// The keywords whose values are data, which may look like schemas.
    private static let data: Set = ["enum", "const", "default", "example", "examples"]
    /// The keywords whose members are named by the author: there, even `enum` is only a name.
    private static let named: Set = [
      "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "schemas",
      "responses", "parameters", "headers", "requestBodies", "pathItems", "callbacks",
    ]

    fileprivate init() {}

    init(of json: StubJSON, at url: URL) {
      var pending = [(json: json, tokens: [String](), base: url, isNamed: false)]
      while let (json, tokens, outer, isNamed) = pending.popLast() {
        switch json {
        case .object(let members) where isNamed:
          pending += members.sorted { $0.key > $1.key }
            .map { ($1, tokens + [$0], outer, false) }
        case .object(let members):
          let base = SchemaLocation.base(of: json, in: outer)
          if members["$id"]?.string != nil { resources[base.withoutFragment] = tokens }
          for keyword in ["$anchor", "$dynamicAnchor"] {
            guard let name = members[keyword]?.string else { continue }
            anchors["\(base.withoutFragment)#\(name)"] = tokens
            if keyword == "$dynamicAnchor" { dynamicAnchors[name, default: []].append(tokens) }
          }
          pending += members.filter { !Self.data.contains($0.key) }.sorted { $0.key > $1.key }
            .map { ($1, tokens + [$0], base, Self.named.contains($0)) }
        case .array(let elements):
          pending += elements.enumerated().map { ($1, tokens + ["\($0)"], outer, false) }
        default: break
        }
      }
    }

    /// The paths of anchors, by name without a URL.
    var namedPaths: [String: [String]] {
      // Of several anchors with one name, the same one counts in each process.
      let sorted = anchors.sorted { $0.key < $1.key }
      return Dictionary(
        sorted.map { (String($0.drop { $0 != "#" }.dropFirst()), $1) },
        uniquingKeysWith: { first, _ in first })
    }
  }
}

extension URL {
  var withoutFragment: String { String(absoluteString.prefix { $0 != "#" }) }
}
