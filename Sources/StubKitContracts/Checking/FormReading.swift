import Foundation
import StubKit

struct FormReading {
  private let content: MediaContent
  private let documents: DocumentSet
  private let shape: ValueShape
  private let prefersText: Bool

  init(_ content: MediaContent, in documents: DocumentSet, prefersText: Bool) {
    (self.content, self.documents, self.prefersText) = (content, documents, prefersText)
    shape = ValueShape(of: content.schema, in: documents)
  }

  /// Reads a URL-encoded form.
  func value(of items: [ParameterReading.Item]) -> StubJSON {
    var object: [String: StubJSON] = [:]
    var rest = items
    var names = Set(shape.members.keys)
    for name in shape.members.keys {
      names.formUnion(ParameterReading(parameter(name), in: documents).spreadNames)
    }
    func read(_ name: String, in items: [ParameterReading.Item]) -> ParameterReading {
      let reading = ParameterReading(
        parameter(name), in: documents, beside: names,
        ParameterReading.Way(prefersText: prefersText))
      switch reading.value(in: .items(items)) {
      case .nothing, .misstyled: break
      case .empty: object[name] = .string("")
      case .value(let value): object[name] = value
      }
      return reading
    }
    for name in shape.members.keys {
      let reading = read(name, in: items)
      rest.removeAll { reading.takes(PairText.decoded($0.name)) }
    }
    for (name, own) in Dictionary(grouping: rest, by: { PairText.decoded($0.name) }) {
      _ = read(name, in: own)
    }
    return .object(object)
  }

  /// Describes a member of the form as a query parameter, because both are written alike.
  private func parameter(_ name: String) -> Parameter {
    let (encoding, place) = (content.encodings[name], shape.place(ofMember: name))
    return Parameter(
      name: name, location: .query, isRequired: false, allowsEmpty: true,
      style: encoding?.style ?? .form, isExploded: encoding?.isExploded ?? true,
      place: place ?? content.place, schema: place,
      contentType: encoding?.contentType.flatMap { $0.hasSuffix("json") ? $0 : nil })
  }

  /// Reads a multipart form; a repeated name becomes a list.
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
          (isList || entry.value.count > 1) && !isOwnList
          ? .array(entry.value) : entry.value.last ?? .null
      })
  }

  private func value(of part: StubRequest.Part, named name: String) -> StubJSON {
    var shape = shape.member(named: name)
    if shape.isList { shape = shape.item(at: 0) }
    let type = part.contentType ?? content.encodings[name]?.contentType
    // The content of a file counts as a string, whatever its type, if the schema allows a string.
    let isText = part.fileName != nil && (shape.types.contains("string") || shape.types.isEmpty)
    let isJSON = type?.contains("json") ?? (part.fileName == nil && shape.isObject)
    if isJSON, !isText, let json = part.json { return json }
    let text = part.text ?? String(data: part.body, encoding: .isoLatin1) ?? ""
    return part.fileName == nil ? shape.scalar(text, prefersText: prefersText) : .string(text)
  }
}
