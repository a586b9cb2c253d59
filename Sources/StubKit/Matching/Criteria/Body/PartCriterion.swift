package import Foundation

/// The body has a part with the given values; those that are nil are not compared.
package struct PartCriterion: Criterion {
  let name: String?
  let fileName: String?
  /// Parameters of the part's type that are missing here are not compared.
  let contentType: String?
  let body: Data?

  package init(name: String?, fileName: String?, contentType: String?, body: Data?) {
    (self.name, self.fileName, self.contentType, self.body) = (name, fileName, contentType, body)
  }

  // A request without a content type has no parts.
  package var comparison: RequestComparison? { .headerName("content-type") }

  package func condition(on probe: RequestProbe) -> Verdict {
    probe.verdictOnParts { form in
      Verdict(form.parts?.contains { misses(of: $0).isEmpty } ?? false)
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
    let place = name.isPlainFieldName ? name : name.shortened().swiftLiteral
    let secret = nearestPart(in: probe)?.body
    let misses = misses(of: nearest).map { label, expected, found in
      "\(place).\(label): expected \(expected()), found \(found() ?? "nothing")"
        + (label == "body" ? difference(of: secret, shownAs: nearest.body) : "")
    }
    return misses.isEmpty ? nil : FindingList(first: misses, of: misses.count)
  }

  package func nearness(ofMiss probe: RequestProbe) -> Double {
    probe.parts?.isEmpty ?? true ? 0 : 0.5
  }

  package func substitute(in probe: RequestProbe) -> (any Criterion)? {
    guard let part = nearestPart(in: probe), let name = part.name else { return nil }
    return PartCriterion(
      name: name, fileName: part.fileName, contentType: part.contentType, body: nil)
  }

  package var description: String {
    let texts = [("named", name), ("fileName", fileName), ("contentType", contentType)]
      .map { ($0, $1?.swiftLiteral) }
    let arguments = (texts + [("body", body.map { BodyCriterion(data: $0).literal })])
      .compactMap { label, literal in literal.map { "\(label): \($0)" } }
    return "hasMultipartPart(\(arguments.joined(separator: ", ")))"
  }

  private typealias Miss = (label: String, expected: () -> String, found: () -> String?)

  /// Where a part differs from the given values; the texts are made only for a report.
  private func misses(of part: StubRequest.Part) -> [Miss] {
    var misses: [Miss] = []
    func compare(
      _ label: String, _ wanted: String?, _ found: String?,
      isSame: (String, String) -> Bool = { $0.equalsByteForByte($1) }
    ) {
      guard let wanted, !(found.map { isSame($0, wanted) } ?? false) else { return }
      misses.append((label, { wanted.swiftLiteral }, { found?.shortened().swiftLiteral }))
    }
    compare("named", name, part.name)
    compare("fileName", fileName, part.fileName)
    compare("contentType", contentType, part.contentType, isSame: Self.isSameType)
    if let body, body != part.body {
      misses.append(("body", { Self.worded(body) }, { Self.worded(part.body) }))
    }
    return misses
  }

  private func difference(of secret: Data?, shownAs shown: Data) -> String {
    guard let secret, secret != shown, let body, let found = String(data: secret, encoding: .utf8),
      let wanted = String(data: body, encoding: .utf8)
    else { return "" }
    return " (\(found.secretDifference(from: wanted)))"
  }

  private func nearestPart(in probe: RequestProbe) -> StubRequest.Part? {
    guard let parts = probe.parts, !parts.isEmpty else { return nil }
    // A part of another name is further away than one of this name in which all else differs.
    func misses(of part: StubRequest.Part) -> Int {
      self.misses(of: part).count + (name == nil || part.name == name ? 0 : 4)
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
