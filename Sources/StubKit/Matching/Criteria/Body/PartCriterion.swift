package import Foundation

/// The body has a part with the given values; those that are nil are not compared.
package struct PartCriterion: Criterion {
  let name: String?
  let fileName: String?
  /// Compared without its parameters, unless it has some itself.
  let contentType: String?
  let body: Data?
  let isText: Bool

  package init(
    name: String?, fileName: String?, contentType: String?, body: Data?, isText: Bool = false
  ) {
    (self.name, self.fileName, self.contentType) = (name, fileName, contentType)
    (self.body, self.isText) = (body, isText)
  }

  // A request without a content type has no parts.
  package var comparison: RequestComparison? { .headerName("content-type") }

  package func condition(on probe: RequestProbe) -> Verdict {
    probe.verdictOnParts { form in
      let conditions = conditions
      let isMet = form.parts?.contains { part in conditions.allSatisfy { $0.isMet(part) } }
      return Verdict(isMet ?? false)
    }
  }

  package func finding(in probe: RequestProbe) -> String {
    let type = probe.header("Content-Type")
    guard probe.seenBody?.isEmpty == false, MultipartForm.boundary(in: type) == nil else {
      return probe.bodyFinding
    }
    return "the body has no parts, since "
      + (type.map { "its type is \($0.shortened().swiftLiteral)" } ?? "there is no Content-Type")
  }

  package func findings(in shown: RequestProbe, of probe: RequestProbe) -> FindingList? {
    // If one part is clearly meant, its differences are shown; otherwise all parts are.
    guard let name, let nearest = nearestPart(in: shown), nearest.name == name else {
      return shown.partFindings()
    }
    let misses = misses(of: nearest, hiding: nearestPart(in: probe)?.body)
    return misses.isEmpty ? nil : FindingList(first: misses, of: misses.count)
  }

  package func nearness(ofMiss probe: RequestProbe) -> Double {
    guard let nearest = nearestPart(in: probe) else { return 0 }
    let misses = misses(of: nearest).count
    return 0.3 + 0.6 * (1 - Double(misses) / Double(conditions.count))
  }

  package func substitute(in probe: RequestProbe) -> (any Criterion)? {
    guard let part = nearestPart(in: probe), let name = part.name else { return nil }
    return PartCriterion(
      name: name, fileName: part.fileName, contentType: part.contentType, body: nil)
  }

  package var description: String {
    "hasMultipartPart(\(conditions.map { "\($0.label): \($0.literal)" }.joined(separator: ", ")))"
  }

  private struct Condition {
    let label: String
    let literal: String
    let found: (StubRequest.Part) -> String?
    let isMet: (StubRequest.Part) -> Bool
  }

  private var conditions: [Condition] {
    var conditions: [Condition] = []
    func add(
      _ label: String, _ wanted: String?, _ value: @escaping (StubRequest.Part) -> String?,
      isSame: @escaping (String, String) -> Bool = { $0.equalsByteForByte($1) }
    ) {
      guard let wanted else { return }
      conditions.append(
        Condition(
          label: label, literal: wanted.swiftLiteral,
          found: { value($0)?.shortened().swiftLiteral },
          isMet: { part in value(part).map { isSame($0, wanted) } ?? false }))
    }
    add("named", name) { $0.name }
    add("fileName", fileName) { $0.fileName }
    add("contentType", contentType, { $0.contentType }, isSame: Self.isSameType)
    if let body {
      conditions.append(
        Condition(
          label: "body", literal: BodyCriterion(data: body, isText: isText).literal,
          found: { Self.worded($0.body) },
          isMet: { $0.body == body }))
    }
    return conditions
  }

  private func misses(of part: StubRequest.Part, hiding secret: Data? = nil) -> [String] {
    let place = part.name.map { $0.isPlainFieldName ? $0 : $0.shortened().swiftLiteral } ?? "part"
    return conditions.filter { !$0.isMet(part) }.map {
      let expected = $0.label == "body" ? body.map(Self.worded) ?? "" : $0.literal
      let difference = $0.label == "body" ? difference(of: secret, shownAs: part.body) : ""
      return "\(place).\($0.label): expected \(expected), found \($0.found(part) ?? "nothing")"
        + difference
    }
  }

  private func difference(of secret: Data?, shownAs shown: Data) -> String {
    guard let secret, secret != shown, let body, let found = String(data: secret, encoding: .utf8),
      let wanted = String(data: body, encoding: .utf8)
    else { return "" }
    return " (\(SecretDifference.text(of: found, from: wanted)))"
  }

  private func nearestPart(in probe: RequestProbe) -> StubRequest.Part? {
    guard let parts = probe.parts, !parts.isEmpty else { return nil }
    func misses(of part: StubRequest.Part) -> Int {
      self.misses(of: part).count + (name == nil || part.name == name ? 0 : conditions.count)
    }
    return parts.prefix(100).min { misses(of: $0) < misses(of: $1) }
  }

  private static func isSameType(_ found: String, _ wanted: String) -> Bool {
    let (found, wanted) = (HeaderParameters(found), HeaderParameters(wanted))
    return found.value.equalsByteForByte(wanted.value)
      && wanted.parameters.allSatisfy { name, value in
        found[name]?.equalsIgnoringASCIICase(value) ?? false
      }
  }

  private static func worded(_ body: Data) -> String {
    String(data: body, encoding: .utf8)?.shortened().swiftLiteral ?? body.count.bytes
  }
}
