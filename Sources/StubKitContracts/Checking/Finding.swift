import Foundation
import StubKit

/// A place in an exchange that is not what a description says.
struct Finding: Sendable {
  /// The place, what was expected there and what was found: `name: expected a string, found 7`.
  let text: String
  /// Where the description says so.
  let source: String
  /// Whether the finding is only a warning, which fails no test.
  var isRemark = false

  init(_ text: String, _ source: some CustomStringConvertible, isRemark: Bool = false) {
    (self.text, self.source, self.isRemark) = (text, "\(source)", isRemark)
  }
}

/// What is wrong with one side of an exchange, and how much more there is.
struct FindingsOfSide {
  /// The largest number of findings that a report lists.
  static let shown = 5

  private var faults: [Finding] = []
  private var remarks: [Finding] = []
  /// The number of further faults, of which only the number is known.
  private var uncounted = 0

  /// The findings that a report lists, faults before remarks.
  var findings: [Finding] { Array((faults + remarks).prefix(Self.shown)) }
  private var others: Int { faults.count + remarks.count + uncounted - findings.count }

  mutating func add(_ finding: Finding) {
    if finding.isRemark { remarks.append(finding) } else { faults.append(finding) }
  }

  /// Adds what a schema objects to in a value.
  ///
  /// - Parameter name: What the value is called; nil for a body.
  mutating func add(_ problems: SchemaProblems, of name: String? = nil) {
    for problem in problems.first {
      let isWhole = problem.place == "the body"
      let inner = problem.place.hasPrefix("[") ? problem.place : ".\(problem.place)"
      let place = name.map { $0 + (isWhole ? "" : inner) } ?? problem.place
      let isHidden = Discretion.hidesMember(named: place)
      let sentence = isHidden ? problem.discreetSentence : Discretion.shown(problem.sentence)
      add(Finding("\(place): \(sentence)", problem.schema, isRemark: problems.isGivenUp))
    }
    uncounted += problems.count - problems.first.count
  }

  var isEmpty: Bool { faults.isEmpty && remarks.isEmpty }
  var isRemark: Bool { faults.isEmpty && uncounted == 0 }

  /// The findings as lines, with their sources aligned in a column.
  var lines: [String] {
    let width = (findings.map(\.text.count).max() ?? 0) + 4
    let lines = findings.map { finding in
      let gap = String(repeating: " ", count: max(width - finding.text.count, 2))
      return "    \(finding.isRemark ? "!" : "✗") \(finding.text)\(gap)\(finding.source)"
    }
    return lines + (others > 0 ? ["    … and \(others) more"] : [])
  }
}
