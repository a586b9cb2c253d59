import Foundation
import StubKit

extension Contract {
  /// Checks a parameter; `others` are known query names, not members of the parameter's object.
  func check(
    _ parameter: Parameter, in source: ParameterReading.Source,
    beside others: @autoclosure () -> Set<String> = [], as title: @autoclosure () -> String,
    on direction: SchemaDirection, _ findings: inout FindingsOfSide
  ) {
    // Most described parameters are optional and absent.
    if source.isEmpty, !parameter.isRequired { return }
    let (title, others) = (title(), others())
    let reading = ParameterReading(parameter, in: documents, beside: others)
    switch reading.value(in: source) {
    case .nothing:
      if parameter.isRequired {
        findings.add(Finding("\(title): missing, and required", parameter.place))
      }
    case .empty:
      let shape = ValueShape(of: parameter.schema, in: documents)
      if parameter.allowsEmpty { return }
      guard shape.types.isEmpty || shape.types.contains("string"), let schema = parameter.schema
      else {
        if parameter.schema != nil {
          findings.add(Finding("\(title): has no value", parameter.place))
        }
        return
      }
      findings.add(self.schema(at: schema).problems(in: .string("")), of: title)
    case .misstyled(let expected, let found):
      let isHidden = Discretion.hidesMember(named: parameter.name)
      let told = isHidden ? "" : ", found \(found.swiftLiteral)"
      findings.add(
        Finding(
          "\(title): expected \(expected) before the value, as the style \(parameter.style) requires\(told)",
          parameter.place))
    case .value(let value):
      guard let place = parameter.schema else { return }
      let values = reading.otherWays.lazy.compactMap { [documents] way -> StubJSON? in
        let reading = ParameterReading(parameter, in: documents, beside: others, way)
        if case .value(let other) = reading.value(in: source) { return other }
        return nil
      }
      findings.add(problems(in: value, or: values, for: place, on: direction), of: title)
    }
  }

  /// Returns no problems if any reading of the text is valid, else those of `value`.
  private func problems(
    in value: StubJSON, or others: some Sequence<StubJSON>, for place: DocumentPlace,
    on direction: SchemaDirection
  ) -> SchemaProblems {
    let schema = schema(at: place)
    let problems = schema.problems(in: value, direction: direction)
    guard !problems.isEmpty else { return problems }
    var tried: Set<StubJSON> = [value]
    for other in others where tried.insert(other).inserted {
      let problems = schema.problems(in: other, direction: direction)
      if problems.isEmpty { return problems }
    }
    return problems
  }

  func check(
    _ body: Data, under headers: StubHeaders, against content: [MediaContent],
    at place: DocumentPlace, on direction: SchemaDirection, of request: StubRequest?,
    _ findings: inout FindingsOfSide
  ) {
    guard !content.isEmpty else { return }
    guard let type = headers["Content-Type"] else {
      if content.contains(where: { $0.mistake != nil }) { return }
      findings.add(
        Finding("Content-Type: missing, expected \(content.titles)", place.appending("content")))
      return
    }
    guard let described = content.first(for: type) else {
      findings.add(
        Finding(
          "Content-Type: expected \(content.titles), found \(type)", place.appending("content")))
      return
    }
    guard let schema = described.schema else { return }
    var (body, headers) = (body, headers)
    let isDecoded =
      (try? headers.undoContentCoding(of: &body)) != nil
      && (headers["Content-Encoding"] == nil || body.isEmpty)
    // A body that cannot be decompressed, such as `br`, cannot be checked. But a body that
    // is JSON is not compressed, even if a stub has the server's `Content-Encoding`.
    guard isDecoded || JSONTape(body) != nil else { return }
    switch HeaderParameters(type).value {
    case "application/x-www-form-urlencoded":
      let items = PairText.items(of: String(decoding: body, as: UTF8.self))
      checkForm(described, schema, on: direction, &findings) { $0.value(of: items) }
    case "multipart/form-data":
      guard var decoded = request?.urlRequest else { return }
      decoded.httpBody = body
      guard let parts = StubRequest(decoded).multipart else {
        findings.add(
          Finding("the body: cannot be split into parts at the boundary of \(type)", schema))
        return
      }
      checkTypes(of: parts, by: described, &findings)
      checkForm(described, schema, on: direction, &findings) { $0.value(of: parts) }
    case let bare where bare.hasSuffix("/json") || bare.hasSuffix("+json"):
      findings.add(self.schema(at: schema).problems(in: body, direction: direction))
    case let bare where bare.hasPrefix("text/"):
      let shape = ValueShape(of: schema, in: documents)
      // A list or an object as text, such as CSV or an event stream, cannot be checked.
      guard !shape.isList, !shape.isObject, let text = String(data: body, encoding: .utf8) else {
        return
      }
      let others = [shape.scalar(text, prefersText: false)]
      findings.add(problems(in: .string(text), or: others, for: schema, on: direction))
    default: break
    }
  }

  private func checkForm(
    _ content: MediaContent, _ schema: DocumentPlace, on direction: SchemaDirection,
    _ findings: inout FindingsOfSide, _ read: (FormReading) -> StubJSON
  ) {
    let values = [true, false].map { prefersText in
      read(FormReading(content, in: documents, prefersText: prefersText))
    }
    findings.add(problems(in: values[0], or: values.dropFirst(), for: schema, on: direction))
  }

  private func checkTypes(
    of parts: StubRequest.Multipart, by content: MediaContent, _ findings: inout FindingsOfSide
  ) {
    for part in parts {
      guard let name = part.name, let type = part.contentType,
        let wanted = content.encodings[name]?.contentType
      else { continue }
      let isWanted = wanted.split(separator: ",").contains { range in
        MediaContent.precision(of: HeaderParameters(String(range)).value, for: type) != nil
      }
      if isWanted { continue }
      findings.add(
        Finding(
          "\(name): expected the type \(wanted), found \(type)",
          content.place.appending("encoding", name)))
    }
  }
}

extension [MediaContent] {
  fileprivate var titles: String { map(\.type).sorted().joined(separator: " or ") }
}
