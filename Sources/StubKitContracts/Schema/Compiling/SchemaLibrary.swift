import Foundation
import StubKit

/// A document's schemas, each compiled once, with those of other documents that they refer to.
final class SchemaLibrary: Sendable {
  private let compiler: Locked<SchemaCompiler>

  /// `load` is called once for a document, under the library's lock: it must not ask for a schema.
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
    // Schemas that refer to each other in a circle keep each other alive.
    compiler.withLock { $0.forgetAll() }
  }

  /// If there is no schema at the path, notes a mistake and returns a schema that allows anything.
  func schema(at path: [String]) -> Schema {
    compiler.withLock { compiler in
      let node = compiler.schema(at: path)
      return Schema(
        node: node, isScoped: compiler.hasDynamicReferences, library: self)
    }
  }

  /// The mistakes in the schemas compiled so far, in the order in which they were found.
  var mistakes: [SchemaMistake] { compiler.withLock { $0.mistakes } }
}

enum SchemaDialect: Sendable, Hashable {
  /// The subset of JSON Schema that OpenAPI 3.0 uses, with additions of its own.
  case openAPI30
  /// JSON Schema 2020-12, which OpenAPI 3.1 uses.
  case draft202012
}
