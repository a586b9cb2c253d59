import Foundation

/// The body is a form with exactly the given fields, in any order.
struct FormBodyCriterion: Criterion {
  /// The fields as they were written at the call.
  let arguments: QueryArguments
  private let wanted: [QueryItem]

  init(_ arguments: QueryArguments) {
    self.arguments = arguments
    wanted = QueryItem.grouping(arguments.items)
  }

  func condition(on probe: RequestProbe) -> Verdict {
    probe.verdictOnBody { data in
      QueryItem.grouping(Self.fields(in: data ?? Data())) == wanted
    }
  }

  func finding(in probe: RequestProbe) -> String {
    guard let data = probe.seenBody else { return "there is no body" }
    let fields = Self.fields(in: data)
    if fields.isEmpty { return "the form is empty" }
    let others = fields.count > 20 ? " and \(fields.count - 20) more" : ""
    return "the form has \(fields.prefix(20).map { $0.text.shortened() }.phrase)\(others)"
  }

  func nearness(of probe: RequestProbe) -> Double {
    let found = Set(QueryItem.grouping(Self.fields(in: probe.seenBody ?? Data())))
    let all = found.union(wanted)
    guard !all.isEmpty else { return 1 }
    return Double(found.intersection(wanted).count) / Double(all.count)
  }

  func substitute(in probe: RequestProbe) -> (any Criterion)? {
    guard let text = probe.shortBody else { return nil }
    let fields = Self.fields(in: Data(text.utf8))
    if case .dictionary = arguments, Set(fields.map(\.name)).count == fields.count {
      let pairs = fields.map { ($0.name, $0.value) }
      return FormBodyCriterion(.dictionary(Dictionary(uniqueKeysWithValues: pairs)))
    }
    return FormBodyCriterion(.items(fields))
  }

  var description: String { "hasFormBody(\(arguments))" }

  /// The fields of a form, percent- and plus-decoded; what cannot be decoded stays as it is.
  static func fields(in data: Data) -> [URLQueryItem] {
    Array(data).withUnsafeBufferPointer { bytes in
      QueryPairs(bytes).map { pair in
        func decoded(_ bytes: ScannedURL.Bytes) -> String {
          PercentDecoding.string(from: bytes, plusIsSpace: true) ?? bytes.text
        }
        return URLQueryItem(name: decoded(pair.rawName), value: pair.rawValue.map(decoded))
      }
    }
  }
}
