import Foundation
import StubKit

/// The body of an archived request, compared by its meaning.
struct ArchivedBody: Hashable, Sendable {
  enum Meaning: Hashable, Sendable {
    case json(StubJSON)
    case form([QueryItem])
    case parts([Part])
    /// Any other body; empty if the request has none.
    case bytes(Data)
  }

  struct Part: Hashable, Sendable {
    let name: String?
    var fileName: String?
    let contentType: String?
    var body: Data
  }

  let meaning: Meaning
  /// Whether a part of the body is redacted, so that this part matches anything.
  let isVague: Bool

  init(_ body: HAREntry.Request.Body?) {
    let data = body?.data ?? Data()
    let type = body?.mimeType ?? ""
    let parsed = ParsedBody(data)
    let json = parsed.form(JSONForm.self).json
    isVague = data.range(of: Data(Redaction.mark.utf8)) != nil
    if let json, json.isContainer || !StubRequest.Form.isDeclared(in: type) {
      // `URLSession` labels each body without a type as a form, even JSON.
      meaning = .json(json)
    } else if StubRequest.Form.isDeclared(in: type) {
      meaning = .form(QueryItem.grouping(parsed.form(StubRequest.Form.self).items))
    } else if let parts = parsed.multipart(as: type)?.parts, !parts.isEmpty {
      meaning = .parts(parts.map(Part.init))
    } else {
      meaning = .bytes(data)
    }
  }

  private init(vague meaning: Meaning) {
    self.meaning = meaning
    isVague = true
  }

  var withoutFleetingValues: ArchivedBody {
    let loose: Meaning
    switch meaning {
    case .json(let json): loose = .json(json.withoutFleetingValues)
    case .form(let items):
      loose = .form(
        QueryItem.grouping(
          items.flatMap(\.items).map { item in
            URLQueryItem(name: item.name, value: item.value.map(FleetingValue.marked))
          }))
    case .parts(let parts):
      loose = .parts(
        parts.map { part in
          var part = part
          part.fileName = part.fileName.map(FleetingValue.marked)
          part.body = FleetingValue.markedWords(part.body) ?? part.body
          return part
        })
    case .bytes(let data): loose = .bytes(FleetingValue.markedWords(data) ?? data)
    }
    return loose == meaning ? self : ArchivedBody(vague: loose)
  }
}

extension ArchivedBody.Part {
  init(_ part: StubRequest.Part) {
    (name, fileName, contentType) = (part.name, part.fileName, part.contentType)
    body = part.body
  }
}

extension StubJSON {
  fileprivate var isContainer: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }

  /// A copy with a mark for each fleeting value; in GraphQL, only variables can have such values.
  fileprivate var withoutFleetingValues: StubJSON {
    switch self {
    case .array(let elements):
      .array(elements.map(\.withoutFleetingValues))
    case .object(var members) where isGraphQL:
      {
        members["variables"] = members["variables"]?.withoutFleetingValues
        return .object(members)
      }()
    case .object(let members):
      .object(members.mapValues(\.withoutFleetingValues))
    default:
      FleetingValue.isFleeting(self) ? .string(Redaction.mark) : self
    }
  }

  private var isGraphQL: Bool {
    // A `query` without braces is the text of a search, not GraphQL.
    if case .string(let text)? = self["query"] { return text.contains("{") }
    return self["operationName"] != nil || self["extensions"] != nil
  }
}
