import StubKit

extension SchemaCompiler {
  mutating func rules(at location: SchemaLocation) -> SchemaRules {
    guard var keywords = SchemaKeywords(location) else {
      if location.json.bool == nil {
        note("is \(location.json.shortened(to: 60)), which is not a schema", at: location)
      }
      return location.json.bool == false ? SchemaRules(kinds: []) : .anything
    }
    var kinds = keywords.kinds()
    if dialect == .openAPI30, keywords.bool("nullable"), keywords["type"] != nil {
      kinds.insert(.null)
    }
    var constants = keywords.list("enum")
    if let constant = keywords["const"] {
      constants = constants.map { $0.contains(constant) ? [constant] : [] } ?? [constant]
    }
    let format = keywords.text("format")
    let rules = SchemaRules(
      kinds: kinds, constants: constants.flatMap { JSONTape(.array($0)) },
      number: numberRules(&keywords, format: format),
      text: textRules(&keywords, format: format), list: listRules(&keywords),
      object: objectRules(&keywords), branches: branchRules(&keywords),
      isReadOnly: keywords.bool("readOnly"), isWriteOnly: keywords.bool("writeOnly"),
      suggestions: suggestions(keywords, constants))
    keywords.noteMisspelt(in: dialect)
    for mistake in keywords.mistakes { note(mistake, at: location) }
    return rules
  }

  private func suggestions(_ keywords: SchemaKeywords, _ constants: [StubJSON]?) -> [StubJSON] {
    let examples = [keywords["example"]].compactMap(\.self) + (keywords["examples"]?.array ?? [])
    return examples + [keywords["default"]].compactMap(\.self) + (constants ?? [])
  }

  private func numberRules(_ keywords: inout SchemaKeywords, format: String?) -> NumberRules? {
    let bits = checksFormats ? ["int32": 32, "int64": 64][format] ?? 0 : 0
    var (minimum, maximum) = (keywords.number("minimum"), keywords.number("maximum"))
    var (exclusiveMinimum, exclusiveMaximum): (JSONTape?, JSONTape?)
    // In OpenAPI 3.0, `exclusiveMinimum` and `exclusiveMaximum` are flags.
    if dialect == .openAPI30, keywords["exclusiveMinimum"]?.double == nil {
      if keywords.bool("exclusiveMinimum") { swap(&minimum, &exclusiveMinimum) }
    } else {
      exclusiveMinimum = keywords.number("exclusiveMinimum")
    }
    if dialect == .openAPI30, keywords["exclusiveMaximum"]?.double == nil {
      if keywords.bool("exclusiveMaximum") { swap(&maximum, &exclusiveMaximum) }
    } else {
      exclusiveMaximum = keywords.number("exclusiveMaximum")
    }
    let multipleOf = keywords.number("multipleOf", isPositive: true)
    let limits = [minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf]
    guard bits > 0 || limits.contains(where: { $0 != nil }) else { return nil }
    return NumberRules(
      minimum: minimum, exclusiveMinimum: exclusiveMinimum, maximum: maximum,
      exclusiveMaximum: exclusiveMaximum, multipleOf: multipleOf, bits: bits)
  }

  private func textRules(_ keywords: inout SchemaKeywords, format: String?) -> TextRules? {
    let minLength = keywords.count("minLength") ?? 0
    let maxLength = keywords.count("maxLength")
    let source = keywords.text("pattern")
    let pattern = source.flatMap { keywords.pattern($0, in: "pattern") }
    let format = format.flatMap(SchemaFormat.init)
    guard minLength > 0 || maxLength != nil || pattern != nil || format != nil else { return nil }
    return TextRules(
      minLength: minLength, maxLength: maxLength, pattern: pattern, format: format,
      checksFormat: checksFormats)
  }

  private mutating func listRules(_ keywords: inout SchemaKeywords) -> ListRules? {
    let contains = inner("contains", &keywords)
    let rules = ListRules(
      minItems: keywords.count("minItems") ?? 0, maxItems: keywords.count("maxItems"),
      isUnique: keywords.bool("uniqueItems"),
      prefix: keywords.schemas("prefixItems").map { node(at: $0) },
      items: inner("items", &keywords), contains: contains,
      minContains: keywords.count("minContains") ?? 1,
      maxContains: keywords.count("maxContains"),
      unevaluated: inner("unevaluatedItems", &keywords))
    return Self.listKeywords.contains { keywords[$0] != nil } ? rules : nil
  }

  private mutating func objectRules(_ keywords: inout SchemaKeywords) -> ObjectRules? {
    var patterns: [ObjectRules.Pattern] = []
    for (source, schema) in keywords.namedSchemas("patternProperties") {
      guard let name = keywords.pattern(source, in: "patternProperties") else { continue }
      patterns.append(ObjectRules.Pattern(name: name, schema: node(at: schema)))
    }
    let members = keywords.namedSchemas("properties")
    let labels = members.filter { $1.json["const"] != nil || $1.json["enum"] != nil }.map(\.0)
    let rules = ObjectRules(
      required: keywords.names("required"), members: members.map { ($0, node(at: $1)) },
      labels: Set(labels),
      patterns: patterns, additional: inner("additionalProperties", &keywords),
      propertyNames: inner("propertyNames", &keywords),
      minMembers: keywords.count("minProperties") ?? 0,
      maxMembers: keywords.count("maxProperties"), dependencies: dependencies(&keywords),
      unevaluated: inner("unevaluatedProperties", &keywords))
    return Self.objectKeywords.contains { keywords[$0] != nil } ? rules : nil
  }

  private mutating func dependencies(_ keywords: inout SchemaKeywords) -> MemberDependencies? {
    var needs: [(String, [String])] = []
    for keyword in ["dependentRequired", "dependencies"] {
      guard let value = keywords[keyword] else { continue }
      let lists = (value.object ?? [:]).filter { keyword != "dependencies" || $1.array != nil }
      guard value.object != nil, lists.values.allSatisfy({ SchemaKeywords.names($0) != nil })
      else {
        keywords.note("\(keyword) must be an object of lists of strings")
        continue
      }
      needs += lists.sorted { $0.key < $1.key }.map { ($0, SchemaKeywords.names($1) ?? []) }
    }
    var extensions = keywords.namedSchemas("dependentSchemas")
    if keywords["dependencies"]?.object != nil {
      extensions += keywords.namedSchemas("dependencies") { $0.array != nil }
    }
    return MemberDependencies(
      needs: needs, extensions: extensions.map { ($0, node(at: $1, isSameValue: true)) })
  }

  /// A schema that applies to parts of the value, such as that of `items`.
  private mutating func inner(
    _ keyword: String, _ keywords: inout SchemaKeywords
  ) -> SchemaNode? {
    keywords.schema(keyword).map { node(at: $0) }
  }

  private static let listKeywords = [
    "minItems", "maxItems", "uniqueItems", "prefixItems", "items", "contains", "unevaluatedItems",
  ]

  private static let objectKeywords = [
    "required", "properties", "patternProperties", "additionalProperties", "propertyNames",
    "minProperties", "maxProperties", "dependentRequired", "dependentSchemas", "dependencies",
    "unevaluatedProperties",
  ]
}
