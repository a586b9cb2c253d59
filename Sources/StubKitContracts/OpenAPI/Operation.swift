import StubKit

/// What a description says about one method on one path.
struct Operation: Sendable {
  let id: String?
  let method: String
  let path: String
  let segments: [PathSegment]
  let place: DocumentPlace
  let parameters: [Parameter]
  /// Whether every parameter could be read; if not, an unknown name may be described after all.
  let knowsAllParameters: Bool
  let body: RequestBody?
  /// The keys are statuses such as `200`, ranges such as `4XX`, and `default`.
  let responses: [String: Response]
  /// Whether every status could be read; if not, other statuses may be described after all.
  let knowsAllResponses: Bool
  /// The names of query items, header fields and cookies that carry credentials.
  let credentials: Set<Credential>
  /// The servers of the operation or its path; nil if those of the description apply.
  let servers: [ServerTemplate]?

  struct RequestBody: Sendable {
    let isRequired: Bool
    let content: [MediaContent]
    let place: DocumentPlace
  }

  struct Response: Sendable {
    let place: DocumentPlace
    let fields: [Parameter]
    let content: [MediaContent]
  }

  struct Credential: Sendable, Hashable {
    let location: Parameter.Location
    let name: String
  }

  var title: String { id ?? "\(method) \(path)" }

  func response(for status: Int) -> Response? {
    responses["\(status)"] ?? responses["\(status / 100)XX"] ?? responses["default"]
  }
}

/// One of the media types that a body may have.
struct MediaContent: Sendable {
  /// In lower case and without parameters; it may be a range such as `text/*`.
  let type: String
  /// As it is written, with its parameters; some types differ only in these.
  let written: String
  /// Why `written` is not a media type; `type` is then `*/*`, and `schema` is nil.
  let mistake: String?
  let place: DocumentPlace
  let schema: DocumentPlace?
  /// How the parts of a form are written, by their names.
  let encodings: [String: PartEncoding]

  struct PartEncoding: Sendable {
    let contentType: String?
    let style: ParameterStyle
    let isExploded: Bool
  }

  var isJSON: Bool { type == "application/json" || type.hasSuffix("+json") }

  var coversJSON: Bool { isJSON || Self.precision(of: type, for: "application/json") != nil }

  /// How precisely a range covers a type: 0 is exact, nil if the range does not cover it.
  static func precision(of range: String, for type: String) -> Int? {
    let type = HeaderParameters(type).value
    if type == range { return 0 }
    if range == "*/*" { return 2 }
    guard range.hasSuffix("/*") else { return nil }
    return type.hasPrefix(range.dropLast()) ? 1 : nil
  }

  fileprivate static func normal(_ type: String) -> String {
    type.lowercased().filter { !$0.isWhitespace }
  }
}

extension [MediaContent] {
  /// The content for a type: one with equal parameters, or else the most precise range.
  func first(for type: String) -> MediaContent? {
    let fitting = compactMap { content in
      MediaContent.precision(of: content.type, for: type).map { (content, $0) }
    }
    let written = MediaContent.normal(type)
    return fitting.first { MediaContent.normal($0.0.written) == written }?.0
      ?? fitting.min { $0.1 < $1.1 }?.0
  }
}

/// A parameter of a request, or a header field of a response.
struct Parameter: Sendable {
  enum Location: String, Sendable { case path, query, header, cookie }

  let name: String
  let location: Location
  let isRequired: Bool
  let allowsEmpty: Bool
  let style: ParameterStyle
  let isExploded: Bool
  let place: DocumentPlace
  let schema: DocumentPlace?
  /// Set if the value is a document of its own, such as JSON.
  let contentType: String?

  /// For messages: `query page`.
  var title: String { "\(location.rawValue) \(name)" }
}

/// How a list or an object is written as text.
enum ParameterStyle: String, Sendable {
  case simple, label, matrix, form, spaceDelimited, pipeDelimited, deepObject

  static func usual(in location: Parameter.Location) -> ParameterStyle {
    switch location {
    case .path, .header: .simple
    case .query, .cookie: .form
    }
  }
}
