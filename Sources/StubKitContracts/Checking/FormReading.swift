import Foundation
import StubKit

/// Reads a form as the object that its schema describes.
struct FormReading {
  private let content: MediaContent
  private let documents: DocumentSet
  private let shape: ValueShape
  private let prefersText: Bool

  init(_ content: MediaContent, in documents: DocumentSet, prefersText: Bool) {
    (self.content, self.documents, self.prefersText) = (content, documents, prefersText)
    shape = ValueShape(of: content.schema, in: documents)
  }

  /// The object of a form in a query's encoding.
  func value(of items: [ParameterReading.Item]) -> StubJSON {
    var object: [String: StubJSON] = [:]
    var rest = items
    let names = Set(shape.members.keys)
    for (name, place) in shape.members {
      let encoding = content.encodings[name]
      let parameter = Parameter(
        name: name, location: .query, isRequired: false, allowsEmpty: true,
        style: encoding?.style ?? .form, isExploded: encoding?.isExploded ?? true, place: place,
        schema: place,
        contentType: encoding?.contentType.flatMap { $0.hasSuffix("json") ? $0 : nil })
      let reading = ParameterReading(
        parameter, in: documents, beside: names, prefersText: prefersText)
      switch reading.value(in: .items(items)) {
      case .nothing, .misstyled: continue
      case .empty: object[name] = .string("")
      case .value(let value): object[name] = value
      }
      rest.removeAll { reading.takes($0.name.removingPercentEncoding ?? $0.name) }
    }
    for (name, value) in rest {
      let text = (value ?? "").replacing("+", with: " ")
      let name = name.removingPercentEncoding ?? name
      object[name] = shape.member(named: name).scalar(
        text.removingPercentEncoding ?? text, prefersText: prefersText)
    }
    return .object(object)
  }

  /// The object of a form in parts, where repeated names are a list.
  func value(of parts: StubRequest.Multipart) -> StubJSON {
    var values: [String: [StubJSON]] = [:]
    for part in parts {
      guard let name = part.name else { continue }
      values[name, default: []].append(value(of: part, named: name))
    }
    return .object(
      values.reduce(into: [:]) { object, entry in
        let isList = shape.member(named: entry.key).isList
        let isOwnList = entry.value.count == 1 && entry.value[0].array != nil
        object[entry.key] =
          isList && !isOwnList ? .array(entry.value) : entry.value.last ?? .null
      })
  }

  private func value(of part: StubRequest.Part, named name: String) -> StubJSON {
    var shape = shape.member(named: name)
    if shape.isList { shape = shape.item(at: 0) }
    let type = part.contentType ?? content.encodings[name]?.contentType
    let isJSON = type?.contains("json") ?? (part.fileName == nil && shape.isObject)
    if isJSON, let json = part.json { return json }
    // A file stands for a text of any content.
    let text = part.text ?? ""
    return part.fileName == nil ? shape.scalar(text, prefersText: prefersText) : .string(text)
  }
}
