import Foundation
import StubKit

/// A document's schemas, each compiled once, with those of other documents that they refer to.
///
/// ```swift
/// let library = SchemaLibrary(document, at: url, dialect: .draft202012) { url in
///   try StubJSON(parsing: Data(contentsOf: url))
/// }
/// let user = library.schema(at: ["components", "schemas", "User"])
/// user.problems(in: body).first  // name: missing, and required (components/schemas/User/required)
/// ```
final class SchemaLibrary: Sendable {
  private let compiler: Locked<SchemaCompiler>

  /// - Parameters:
  ///   - title: The name that messages put before paths in the document; nil for none.
  ///   - checksFormats: Whether `format` is checked; nil means only in OpenAPI 3.0.
  ///   - load: Reads another document, once. It must not ask the library for a schema.
  init(
    _ document: StubJSON, at url: URL, titled title: String? = nil, dialect: SchemaDialect,
    checksFormats: Bool? = nil,
    loading load: @escaping @Sendable (URL) throws -> StubJSON
  ) {
    compiler = Locked(
      SchemaCompiler(
        document, at: url, titled: title, dialect: dialect,
        checksFormats: checksFormats ?? (dialect == .openAPI30), load: load))
  }

  deinit {
    // Schemas that refer to each other in a circle would otherwise keep each other alive.
    compiler.withLock { $0.forgetAll() }
  }

  /// The schema at a path; if there is none, a mistake is noted, and the result allows anything.
  func schema(at path: [String]) -> Schema {
    compiler.withLock { compiler in
      let node = compiler.schema(at: path)
      return Schema(
        node: node, isScoped: compiler.hasDynamicReferences, library: self)
    }
  }

  /// What is wrong in the schemas compiled so far, in the order in which it was found.
  var mistakes: [SchemaMistake] { compiler.withLock { $0.mistakes } }
}
