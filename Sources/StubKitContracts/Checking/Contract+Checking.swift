import Foundation
import StubKit

/// What requests and responses are both held against.
extension Contract {
  /// - Parameter others: The names of the parameters that stand beside it.
  func check(
    _ parameter: Parameter, in source: ParameterReading.Source,
    beside others: @autoclosure () -> Set<String> = [], as title: @autoclosure () -> String,
    on direction: SchemaDirection, _ findings: inout FindingsOfSide
  ) {
    // Most of what is described is optional, and not there.
    if source.isEmpty, !parameter.isRequired { return }
    let (title, others) = (title(), others())
    func found(prefersText: Bool) -> ParameterReading.Found {
      ParameterReading(parameter, in: documents, beside: others, prefersText: prefersText)
        .value(in: source)
    }
    switch found(prefersText: true) {
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
      findings.add(
        Finding(
          "\(title): expected \(expected) before the value, as the style \(parameter.style) has it, found "
            + found.swiftLiteral, parameter.place))
    case .value(let value):
      guard let place = parameter.schema else { return }
      let problems = problems(in: value, for: place, on: direction) {
        if case .value(let other) = found(prefersText: false) { other } else { value }
      }
      findings.add(problems, of: title)
    }
  }

  /// What a schema objects to in a value that was read from a text; it is wrong only if it is so in both readings.
  ///
  /// - Parameter other: The value if what may be a text or a number is a number.
  private func problems(
    in value: StubJSON, for place: DocumentPlace, on direction: SchemaDirection,
    or other: () -> StubJSON
  ) -> SchemaProblems {
    let schema = schema(at: place)
    let problems = schema.problems(in: value, direction: direction)
    guard !problems.isEmpty else { return problems }
    let others = schema.problems(in: other(), direction: direction)
    return others.isEmpty ? others : problems
  }

  func check(
    _ body: Data, type: String?, against content: [MediaContent], at place: DocumentPlace,
    on direction: SchemaDirection, of request: StubRequest?, _ findings: inout FindingsOfSide
  ) {
    guard !content.isEmpty else { return }
    guard let type else {
      findings.add(
        Finding("Content-Type: missing, expected \(content.titles)", place.appending("content")))
      return
    }
    let bare = HeaderParameters(type).value
    guard let described = content.first(for: bare) else {
      findings.add(
        Finding(
          "Content-Type: expected \(content.titles), found \(type)", place.appending("content")))
      return
    }
    guard let schema = described.schema else { return }
    if bare == "application/json" || bare.hasSuffix("+json") {
      findings.add(self.schema(at: schema).problems(in: body, direction: direction))
    } else if bare == "application/x-www-form-urlencoded" {
      let items = PairText.items(of: String(decoding: body, as: UTF8.self))
      func value(prefersText: Bool) -> StubJSON {
        FormReading(described, in: documents, prefersText: prefersText).value(of: items)
      }
      findings.add(
        problems(in: value(prefersText: true), for: schema, on: direction) {
          value(prefersText: false)
        })
    } else if bare == "multipart/form-data", let request {
      guard let parts = request.multipart else {
        findings.add(
          Finding("the body: cannot be split into parts at the boundary of \(type)", schema))
        return
      }
      func value(prefersText: Bool) -> StubJSON {
        FormReading(described, in: documents, prefersText: prefersText).value(of: parts)
      }
      findings.add(
        problems(in: value(prefersText: true), for: schema, on: direction) {
          value(prefersText: false)
        })
    } else if bare.hasPrefix("text/"), let text = String(data: body, encoding: .utf8) {
      findings.add(self.schema(at: schema).problems(in: .string(text), direction: direction))
    }
  }
}

extension [MediaContent] {
  fileprivate var titles: String { map(\.type).sorted().joined(separator: " or ") }
}
