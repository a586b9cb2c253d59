/// The rules by which a document's schemas are read.
enum SchemaDialect: Sendable, Hashable {
  /// The subset of JSON Schema with additions of its own that OpenAPI 3.0 has.
  case openAPI30
  /// JSON Schema 2020-12, which OpenAPI 3.1 uses.
  case draft202012
}
