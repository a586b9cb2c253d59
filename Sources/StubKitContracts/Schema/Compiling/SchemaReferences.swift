import Foundation
import StubKit

/// The documents that references lead to, each loaded once.
struct SchemaReferences {
  /// Why a reference cannot be followed, as the end of a sentence.
  struct Failure: Error {
    let reason: String
  }

  let root: SchemaDocument
  private(set) var documents: [SchemaDocument]
  private var known: [String: Result<SchemaDocument, Failure>]
  private let load: (URL) throws -> StubJSON

  init(from root: SchemaDocument, load: @escaping (URL) throws -> StubJSON) {
    (self.root, self.load) = (root, load)
    documents = [root]
    known = [root.url.withoutFragment: .success(root)]
  }

  mutating func target(
    of reference: String, from location: SchemaLocation
  ) throws(Failure) -> SchemaLocation {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let other = URL(string: String(parts[0]), relativeTo: location.base)?.absoluteURL
    guard let url = parts[0].isEmpty ? location.base : other,
      let fragment = parts.count > 1 ? parts[1].removingPercentEncoding : ""
    else {
      throw Failure(reason: "is not a URL")
    }
    let resource = try resource(at: url)
    if fragment.isEmpty { return resource }
    guard !fragment.hasPrefix("/") else {
      return try descend(PointerNames.names(in: fragment.dropFirst()), from: resource)
    }
    let anchor = "\(resource.base.withoutFragment)#\(fragment)"
    guard let tokens = resource.document.index.anchors[anchor] else {
      throw Failure(reason: "leads nowhere: there is no anchor \(fragment.swiftLiteral)")
    }
    return try descend(tokens, from: SchemaLocation(rootOf: resource.document))
  }

  func descend(
    _ tokens: [String], from start: SchemaLocation
  ) throws(Failure) -> SchemaLocation {
    var place = start
    for token in tokens {
      guard let next = place.child(token) else {
        let names = place.json.object.map { Array($0.keys).near(token).map(\.swiftLiteral) } ?? []
        let hint = names.isEmpty ? "" : "; did you mean \(names.joined(separator: " or "))?"
        throw Failure(reason: "leads nowhere: \(place.path) has no \(token.swiftLiteral)\(hint)")
      }
      place = next
    }
    return place
  }

  /// The places with a dynamic anchor of this name, in all documents loaded so far.
  func dynamicAnchors(named name: String) -> [SchemaLocation] {
    documents.flatMap { document in
      (document.index.dynamicAnchors[name] ?? []).compactMap { tokens in
        try? descend(tokens, from: SchemaLocation(rootOf: document))
      }
    }
  }

  /// The root of a document, or a schema with an `$id`.
  private mutating func resource(at url: URL) throws(Failure) -> SchemaLocation {
    let name = url.withoutFragment
    if let document = known[name] { return SchemaLocation(rootOf: try document.get()) }
    for document in documents {
      guard let tokens = document.index.resources[name] else { continue }
      return try descend(tokens, from: SchemaLocation(rootOf: document))
    }
    let result: Result<SchemaDocument, Failure>
    do {
      let document = SchemaDocument(
        try load(url), at: url, title: url.lastPathComponent, hasIdentifiers: root.hasIdentifiers)
      documents.append(document)
      result = .success(document)
    } catch {
      result = .failure(Failure(reason: "cannot be read: \(error)"))
    }
    known[name] = result
    return SchemaLocation(rootOf: try result.get())
  }
}
