import Foundation
import StubKit

/// A mismatch between an exchange and a description.
struct Finding: Sendable {
  /// For example `name: expected a string, found 7`.
  let text: String
  /// The place in the description that the exchange contradicts.
  let source: String
  /// Whether the finding is a warning, which fails no test.
  var isRemark = false

  init(_ text: String, _ source: some CustomStringConvertible, isRemark: Bool = false) {
    (self.text, self.source, self.isRemark) = (text, "\(source)", isRemark)
  }
}

/// The findings about the request or the response of an exchange.
struct FindingsOfSide {
  static let shown = 5

  private var faults: [Finding] = []
  private var remarks: [Finding] = []
  /// The number of faults that schema checks counted but did not list.
  private var unlisted = 0

  var findings: [Finding] { Array((faults + remarks).prefix(Self.shown)) }
  private var others: Int { faults.count + remarks.count + unlisted - findings.count }

  mutating func add(_ finding: Finding) {
    if finding.isRemark { remarks.append(finding) } else { faults.append(finding) }
  }

  /// `name` stands for the value in messages; it is nil for a body.
  mutating func add(_ problems: SchemaProblems, of name: String? = nil) {
    for problem in problems.first {
      let isWhole = problem.place == "the body"
      let inner = problem.place.hasPrefix("[") ? problem.place : ".\(problem.place)"
      let place = name.map { $0 + (isWhole ? "" : inner) } ?? problem.place
      let isHidden = Discretion.hidesMember(named: place)
      let sentence = isHidden ? problem.discreetSentence : Discretion.here.shown(problem.sentence)
      add(Finding("\(place): \(sentence)", problem.schema, isRemark: problem.isGivenUp))
    }
    unlisted += problems.count - problems.first.count
  }

  var isEmpty: Bool { faults.isEmpty && remarks.isEmpty }
  var isRemark: Bool { faults.isEmpty && unlisted == 0 }

  var lines: [String] {
    let width = (findings.map(\.text.count).max() ?? 0) + 4
    let lines = findings.map { finding in
      let gap = String(repeating: " ", count: max(width - finding.text.count, 2))
      return "    \(finding.isRemark ? "!" : "✗") \(finding.text)\(gap)\(finding.source)"
    }
    return lines + (others > 0 ? ["    … and \(others) more"] : [])
  }
}

extension Discretion {
  /// Whether a place such as `user.password` is that of a secret.
  static func hidesMember(named place: String) -> Bool {
    guard !here.showsSecrets else { return false }
    return place.split { ".[]".contains($0) }.contains { part in
      String(part).withBytes { here.redaction.judge($0, in: .field).kind >= .secret }
    }
  }
}
