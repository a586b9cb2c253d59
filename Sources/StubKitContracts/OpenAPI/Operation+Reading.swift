import StubKit

extension Operation {
  static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

  /// Reads an operation, including what its path item says for all methods.
  init(
    _ element: Element, method: String, path: String, segments: [PathSegment], of item: Element,
    in root: Element
  ) {
    self.method = method.uppercased()
    (self.path, self.segments, place) = (path, segments, element.place)
    id = element.string("operationId")
    (parameters, knowsAllParameters) = Self.parameters(
      element, of: item, named: segments.flatMap(\.names))
    body = element["requestBody"].map { body in
      body.noteMisplacedSchema()
      return RequestBody(
        isRequired: body.bool("required") ?? false, content: MediaContent.all(in: body),
        place: body.place)
    }
    var (responses, areAll) = ([String: Response](), true)
    for (key, response) in element["responses"]?.children ?? [] where !key.hasPrefix("x-") {
      let status = key == "default" ? key : key.uppercased()
      let isStatus = Self.isStatus(status)
      if !isStatus {
        element["responses"]?.object(
          "\(key.swiftLiteral) is no status, such as \"200\", \"4XX\" or \"default\"")
      }
      response.noteMisplacedSchema()
      let described = Response(
        place: response.place, fields: Parameter.fields(of: response),
        content: MediaContent.all(in: response))
      if isStatus { responses[status] = described } else { areAll = false }
    }
    // In OpenAPI 3.1 an operation need not describe its responses, and then allows any.
    let isNeeded = root.string("openapi")?.hasPrefix("3.0") == true || element["responses"] != nil
    if responses.isEmpty, areAll, isNeeded {
      element.object("the operation describes no response")
    }
    (self.responses, knowsAllResponses) = (responses, areAll && !responses.isEmpty)
    credentials = Self.credentials(element, in: root)
    let own = (element["servers"] ?? item["servers"]).map(ServerTemplate.all)
    servers = own?.isEmpty == true ? nil : own
  }

  private static func isStatus(_ key: String) -> Bool {
    if key == "default" { return true }
    return key.wholeMatch(of: /[1-9](?:[0-9]{2}|XX)/) != nil
  }

  /// The operation's own parameters take precedence over those of its path.
  private static func parameters(
    _ element: Element, of item: Element, named names: [String]
  ) -> (parameters: [Parameter], areAll: Bool) {
    var (parameters, areAll) = ([Parameter](), true)
    for list in [element["parameters"], item["parameters"]].compactMap(\.self) {
      let countBefore = parameters.count
      for (_, element) in list.children {
        guard let parameter = Parameter(element) else {
          areAll = false
          continue
        }
        let known = parameters.firstIndex { $0.title == parameter.title }
        // OpenAPI ignores parameters of these names, because it describes them elsewhere.
        let isOther =
          parameter.location == .header
          && ["accept", "content-type", "authorization"].contains(parameter.name.lowercased())
        if isOther { continue }
        if parameter.location == .path, !names.contains(parameter.name) {
          let name = parameter.name
          element.object(
            "the parameter \"\(name)\" is \"in: path\", but the path has no {\(name)}")
        } else if known == nil {
          parameters.append(parameter)
        } else if let known, known >= countBefore {
          list.object("\(parameter.title) is described twice, and the first one counts")
        }
      }
    }
    for name in names where !parameters.contains(where: { $0.location == .path && $0.name == name })
    {
      element.object("the path has {\(name)}, but no parameter describes it")
    }
    return (parameters, areAll)
  }

  private static func credentials(_ element: Element, in root: Element) -> Set<Credential> {
    let schemes = root["components"]?["securitySchemes"]
    let names = (element["security"] ?? root["security"])?.children.flatMap { $0.element.children }
    var credentials: Set<Credential> = []
    for (name, _) in names ?? [] {
      guard let scheme = schemes?[name] else { continue }
      if scheme.string("type") == "apiKey", let name = scheme.string("name"),
        let location = scheme.string("in").flatMap(Parameter.Location.init)
      {
        credentials.insert(Credential(location: location, name: name))
      }
    }
    return credentials
  }
}

extension MediaContent {
  static func all(in element: Element) -> [MediaContent] {
    (element["content"]?.children ?? []).map { type, content in
      let mistake =
        type.contains("/")
        ? nil : "\(type.swiftLiteral) is no media type, such as \"application/json\""
      if let mistake { element["content"]?.object(mistake) }
      var encodings: [String: PartEncoding] = [:]
      for (name, encoding) in content["encoding"]?.children ?? [] {
        let style = encoding.string("style").flatMap(ParameterStyle.init) ?? .form
        encodings[name] = PartEncoding(
          contentType: encoding.string("contentType"), style: style,
          isExploded: encoding.bool("explode") ?? (style == .form))
      }
      return MediaContent(
        type: mistake == nil ? HeaderParameters(type).value : "*/*", written: type,
        mistake: mistake, place: content.place,
        schema: mistake == nil ? content.placeOfSchema : nil,
        encodings: encodings)
    }
  }
}

extension Parameter {
  fileprivate init?(_ element: Element) {
    guard let name = element.string("name"),
      let location = element.string("in").flatMap(Location.init)
    else {
      if element.isLost { return nil }
      element.object(
        "a parameter needs a \"name\", and an \"in\" that is path, query, header or cookie")
      return nil
    }
    let isRequired = element.bool("required")
    if location == .path, isRequired == false {
      element.object("a parameter that is \"in: path\" must be \"required: true\"")
    }
    self.init(
      element, named: name, in: location, isRequired: location == .path || isRequired ?? false)
  }

  private init(_ element: Element, named name: String, in location: Location, isRequired: Bool) {
    (self.name, self.location, self.isRequired) = (name, location, isRequired)
    allowsEmpty = element.bool("allowEmptyValue") ?? false
    let usual = ParameterStyle.usual(in: location)
    let written = element.string("style")
    style = written.flatMap(ParameterStyle.init) ?? usual
    if let written, ParameterStyle(rawValue: written) == nil {
      element.object("there is no style \"\(written)\"")
    }
    isExploded = element.bool("explode") ?? (style == .form)
    place = element.place
    let content = element["content"]?.children.first
    contentType = content?.name
    let owner = content?.element ?? element
    schema = owner.placeOfSchema
    let misplaced = Self.keywords.filter { element.value[$0] != nil }
    if schema == nil, content == nil, !misplaced.isEmpty {
      element.object(
        "expected a \"schema\" with \(misplaced.map(\.swiftLiteral).phrase) in it")
    }
  }

  /// The keywords that OpenAPI 2 has beside a parameter's name, and OpenAPI 3 in its schema.
  private static let keywords = ["type", "format", "enum", "items", "pattern"]

  fileprivate static func fields(of response: Element) -> [Parameter] {
    (response["headers"]?.children ?? []).compactMap { name, element in
      // OpenAPI ignores `content-type` here; the other fields say how a body is transferred.
      let ignored = ["content-type", "content-length", "content-encoding", "transfer-encoding"]
      guard !ignored.contains(name.lowercased()) else { return nil }
      return Parameter(
        element, named: name, in: .header, isRequired: element.bool("required") ?? false)
    }
  }
}

extension Element {
  fileprivate var placeOfSchema: DocumentPlace? {
    value["schema"].map { _ in place.appending("schema") }
  }

  /// Notes a schema beside the description of a body, where OpenAPI 2 has it.
  fileprivate func noteMisplacedSchema() {
    guard value["schema"] != nil else { return }
    object(
      "expected the \"schema\" within \"content\", below a media type such as \"application/json\"")
  }
}

extension ServerTemplate {
  static func all(in servers: Element) -> [ServerTemplate] {
    servers.children.flatMap { _, server -> [ServerTemplate] in
      guard let url = server.string("url") else {
        server.object("a server needs a url")
        return []
      }
      let variables = (server["variables"]?.children ?? []).map { name, variable in
        let values = variable["enum"]?.value.array?.compactMap(\.string) ?? []
        return (name: name, values: values, usual: variable.string("default"))
      }
      let templates = ServerTemplate.all(url, variables)
      if templates.contains(where: { $0 == nil }) {
        server.object("the url of a server cannot be read: \(url)")
      }
      return templates.compactMap(\.self)
    }
  }
}
