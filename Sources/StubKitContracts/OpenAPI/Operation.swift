import StubKit

/// What a description says of one method on one path.
struct Operation: Sendable {
  let id: String?
  let method: String
  /// The path as it is written: `/users/{id}`.
  let path: String
  let segments: [PathSegment]
  let place: DocumentPlace
  let parameters: [Parameter]
  let body: RequestBody?
  /// The responses by their statuses: `200`, `4XX`, `default`.
  let responses: [String: Response]
  /// The names of query items, fields and cookies that carry credentials.
  let credentials: Set<Credential>
  /// The servers of this operation; nil for those of the description.
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

  /// The operation as a test names it: its ID, or its method and path.
  var title: String { id ?? "\(method) \(path)" }

  /// Returns the response for a status: an exact key first, then a range, then the default.
  func response(for status: Int) -> (key: String, response: Response)? {
    for key in ["\(status)", "\(status / 100)XX", "default"] {
      if let response = responses[key] { return (key, response) }
    }
    return nil
  }
}

/// A body in one of the types that a description allows.
struct MediaContent: Sendable {
  /// The media type, or a range such as `text/*`, in lower case and without parameters.
  let type: String
  /// The type as it is written, which tells apart types that differ only in their parameters.
  let written: String
  let place: DocumentPlace
  let schema: DocumentPlace?
  /// How each part of a form is written.
  let encodings: [String: PartEncoding]

  struct PartEncoding: Sendable {
    let contentType: String?
    let style: ParameterStyle
    let isExploded: Bool
  }

  var isJSON: Bool { type == "application/json" || type.hasSuffix("+json") }

  /// How precisely a range covers a type: 0 is exact, nil is not at all.
  static func precision(of range: String, for type: String) -> Int? {
    let type = HeaderParameters(type).value
    if type == range { return 0 }
    if range == "*/*" { return 2 }
    guard range.hasSuffix("/*") else { return nil }
    return type.hasPrefix(range.dropLast()) ? 1 : nil
  }

  /// A type with its parameters, in lower case and without blanks.
  fileprivate static func normal(_ type: String) -> String {
    type.lowercased().filter { !$0.isWhitespace }
  }
}

extension [MediaContent] {
  /// The most precise description of a type.
  func first(for type: String) -> MediaContent? {
    let fitting = compactMap { content in
      MediaContent.precision(of: content.type, for: type).map { (content, $0) }
    }
    let written = MediaContent.normal(type)
    return fitting.first { MediaContent.normal($0.0.written) == written }?.0
      ?? fitting.min { $0.1 < $1.1 }?.0
  }
}

/// A parameter of a request, or a field of a response.
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
  /// The type of a value that is written as a document of its own, such as JSON.
  let contentType: String?

  /// The parameter as messages name it: `query page`.
  var title: String { "\(location.rawValue) \(name)" }
}

/// How a list or an object is written into a text.
enum ParameterStyle: String, Sendable {
  case simple, label, matrix, form, spaceDelimited, pipeDelimited, deepObject

  static func usual(in location: Parameter.Location) -> ParameterStyle {
    switch location {
    case .path, .header: .simple
    case .query, .cookie: .form
    }
  }
}
