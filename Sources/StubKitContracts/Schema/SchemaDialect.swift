enum SchemaDialect: Sendable, Hashable {
  /// The subset of JSON Schema that OpenAPI 3.0 uses, with additions of its own.
  case openAPI30
  /// JSON Schema 2020-12, which OpenAPI 3.1 uses.
  case draft202012
}
