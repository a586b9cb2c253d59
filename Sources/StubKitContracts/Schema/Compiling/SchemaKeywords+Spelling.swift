import StubKit

extension SchemaKeywords {
  /// Notes misspelt keywords, each of which would otherwise be ignored and so allow any value.
  ///
  /// OpenAPI 3.0 allows no other keywords. In later versions, an unknown keyword may be a note of
  /// the author's, which may resemble a short keyword by chance.
  mutating func noteMisspelt(in dialect: SchemaDialect) {
    let least = dialect == .openAPI30 ? 4 : 6
    for name in names where !name.hasPrefix("x-") && !Self.known.contains(name) {
      let near = Self.known.lazy.filter { $0.utf8.count >= least && name.isMisspelling(of: $0) }
      if let meant = near.min() {
        note("\(name.swiftLiteral) is no keyword; did you mean \(meant.swiftLiteral)?")
      }
    }
  }

  private static let known: Set = [
    "$anchor", "$comment", "$defs", "$dynamicAnchor", "$dynamicRef", "$id", "$ref", "$schema",
    "$vocabulary", "additionalItems", "additionalProperties", "allOf", "anyOf", "const", "contains",
    "contentEncoding", "contentMediaType", "contentSchema", "default", "definitions",
    "dependencies", "dependentRequired", "dependentSchemas", "deprecated", "description",
    "discriminator", "else", "enum", "example", "examples", "exclusiveMaximum", "exclusiveMinimum",
    "externalDocs", "format", "id", "if", "items", "maxContains", "maxItems", "maxLength",
    "maxProperties", "maximum", "minContains", "minItems", "minLength", "minProperties", "minimum",
    "multipleOf", "not", "nullable", "oneOf", "pattern", "patternProperties", "prefixItems",
    "properties", "propertyNames", "readOnly", "required", "summary", "then", "title", "type",
    "unevaluatedItems", "unevaluatedProperties", "uniqueItems", "writeOnly", "xml",
  ]
}

extension String {
  /// Whether at most one edit of a letter, or two in a long word, gives `word`, ignoring case.
  fileprivate func isMisspelling(of word: String) -> Bool {
    let (own, other) = (Array(lowercased().utf8), Array(word.lowercased().utf8))
    let most = other.count < 8 ? 1 : 2
    guard abs(own.count - other.count) <= most else { return false }
    // The last two rows of edit distances: from a beginning of `own` to each beginning of `other`.
    var (before, last) = ([Int](), Array(0...other.count))
    for (row, byte) in own.enumerated() {
      var next = [row + 1]
      for (column, wanted) in other.enumerated() {
        var cost = Swift.min(
          last[column] + (byte == wanted ? 0 : 1), last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, byte == other[column - 1], own[row - 1] == wanted {
          cost = Swift.min(cost, before[column - 1] + 1)
        }
        next.append(cost)
      }
      (before, last) = (last, next)
    }
    return last[other.count] <= most
  }
}
