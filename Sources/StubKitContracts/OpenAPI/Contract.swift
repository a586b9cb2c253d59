import Foundation
import StubKit

/// A parsed description: its operations, and the servers and paths that lead to them.
final class Contract: Sendable {
  let told = Locked<Set<String>>([])
  /// Compiles the schemas of each file; the key nil stands for the description itself.
  private let libraries = Locked<[URL?: SchemaLibrary]>([:])
  private let schemas = Locked<[DocumentPlace: Schema]>([:])

  let name: String
  let documents: DocumentSet
  let isVersion30: Bool
  /// Whether `format` is checked; nil means only in OpenAPI 3.0.
  private let checksFormats: Bool?
  /// In the order of their paths.
  let operations: [Operation]
  /// Mistakes found while the description was read; schemas are compiled later.
  let mistakes: [(place: DocumentPlace, text: String)]
  let servers: [ServerTemplate]
  let groups: [Group]

  /// Some servers, and the paths that lead to operations on them.
  struct Group: Sendable {
    let servers: [ServerTemplate]
    var paths = PathTree<[Operation]>()
  }

  init(
    _ documents: DocumentSet, named name: String, checkingFormats checksFormats: Bool? = nil
  ) throws(OpenAPIError) {
    let mistakes = Element.Mistakes()
    let root = Element(of: documents, noting: mistakes)
    isVersion30 = try Self.isVersion30(root, of: name)
    (self.name, self.documents, self.checksFormats) = (name, documents, checksFormats)
    var servers = root["servers"].map(ServerTemplate.all) ?? []
    // A description without servers fits any host.
    if servers.isEmpty, let anywhere = ServerTemplate("/") { servers = [anywhere] }
    var operations: [Operation] = []
    for (path, item) in root["paths"]?.children ?? [] where !path.hasPrefix("x-") {
      operations += Self.operations(at: path, item, in: root)
    }
    (self.operations, self.servers) = (operations, servers)
    groups = Self.groups(of: operations, on: servers, in: root)
    Self.noteRepeatedIDs(operations, in: root)
    self.mistakes = mistakes.all
  }

  init(unreadable name: String) {
    (self.name, documents, isVersion30, checksFormats) = (name, DocumentSet(), false, nil)
    (operations, mistakes, servers, groups) = ([], [], [], [])
  }

  private static func isVersion30(_ root: Element, of name: String) throws(OpenAPIError) -> Bool {
    if root.string("swagger") != nil {
      throw OpenAPIError(
        "\(name) is an OpenAPI 2 document, which is not understood: convert it to OpenAPI 3, for example "
          + "with swagger2openapi.")
    }
    let version = root["openapi"]?.value.description.filter { $0 != "\"" } ?? ""
    if version.hasPrefix("3.0") { return true }
    guard version.hasPrefix("3.1") else {
      throw OpenAPIError(
        version.isEmpty
          ? "\(name) is no OpenAPI document: it has no member \"openapi\"."
          : "\(name) says \"openapi: \(version)\", and only 3.0 and 3.1 are understood.")
    }
    return false
  }

  private static func operations(at path: String, _ item: Element, in root: Element) -> [Operation]
  {
    // A query or fragment serves only to distinguish operations on one path, and is left out.
    let texts = path.prefix { !"?#".contains($0) }
      .split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let segments = texts.map { PathSegment($0.removingPercentEncoding ?? String($0)) }
    // The tree of paths goes one level deeper with each segment.
    let isTooLong = segments.count > 1_000
    guard path.hasPrefix("/"), !segments.contains(nil), !isTooLong else {
      let mistake =
        isTooLong
        ? "a path has at most 1,000 segments"
        : path.contains(/\{[^{}]*\}\{/)
          ? "two variables of a path need text between them"
          : "a path begins with a slash, and its braces are closed"
      item.object("\(mistake): \(path.shortened())")
      return []
    }
    for name in (item.value.object ?? [:]).keys.sorted() {
      let method = name.lowercased()
      if name != method, Operation.methods.contains(method) {
        item.object("the method \(name) has to be written \(method)")
      }
    }
    return Operation.methods.compactMap { method in
      item[method].map { element in
        if element.value.object == nil {
          element.object("an operation must be an object, found \(element.value.shortened(to: 40))")
        }
        return Operation(
          element, method: method, path: path, segments: segments.compactMap(\.self), of: item,
          in: root)
      }
    }
  }

  private static func groups(
    of operations: [Operation], on servers: [ServerTemplate], in root: Element
  ) -> [Group] {
    var (main, others) = (Group(servers: servers), [Group]())
    let byForm = Dictionary(grouping: operations, by: { $0.segments.map(\.form) }).values
    for ofPath in byForm.sorted(by: { $0[0].path < $1[0].path }) {
      let usual = ofPath.filter { $0.servers == nil }
      if let first = usual.first { main.paths.insert(first.segments, usual) }
      let paths = Set(usual.map(\.path)).filter { !$0.contains(where: "?#".contains) }.sorted()
      for path in paths.dropFirst() {
        root["paths"]?.object(
          "the paths \(paths[0]) and \(path) match the same requests; make them one path")
      }
      for operation in ofPath {
        guard let servers = operation.servers else { continue }
        var group = Group(servers: servers)
        group.paths.insert(operation.segments, [operation])
        others.append(group)
      }
    }
    return others + [main]
  }

  private static func noteRepeatedIDs(_ operations: [Operation], in root: Element) {
    let repeated = Dictionary(grouping: operations.filter { $0.id != nil }, by: { $0.id ?? "" })
      .filter { $0.value.count > 1 }
    for id in repeated.keys.sorted() {
      root["paths"]?.object("several operations are called \"\(id)\"")
    }
  }

  func schema(at place: DocumentPlace) -> Schema {
    if let known = schemas.withLock({ $0[place] }) { return known }
    let library = libraries.withLock { libraries in
      if let library = libraries[place.file] { return library }
      let library = SchemaLibrary(
        place.file.flatMap { try? documents.document(at: $0) } ?? documents.root,
        at: place.file ?? documents.url ?? Self.nowhere, titled: place.file?.lastPathComponent,
        dialect: isVersion30 ? .openAPI30 : .draft202012, checksFormats: checksFormats
      ) { [documents] url in try documents.document(at: url) }
      libraries[place.file] = library
      return library
    }
    let schema = library.schema(at: place.path)
    schemas.withLock { $0[place] = schema }
    return schema
  }

  /// The URL of a description that came as data.
  private static let nowhere = URL(fileURLWithPath: "/")

  /// The mistakes in the schemas compiled so far.
  var schemaMistakes: [SchemaMistake] { libraries.withLock { $0.values.flatMap(\.mistakes) } }
}
