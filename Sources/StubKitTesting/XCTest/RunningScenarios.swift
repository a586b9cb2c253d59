import Foundation
import StubKit
import XCTest

/// Finds the scenario to which a failed assertion belongs, since XCTest does not say.
enum RunningScenarios {
  @TaskLocal private static var own: (any WatchedScenario)?
  @TaskLocal private static var isTold = false

  private static let running = Locked<[any WatchedScenario]>([])

  static func run(
    _ scenario: any WatchedScenario, _ operation: @Sendable () async throws -> Void
  ) async throws {
    // A scenario stays in the list if its operation never returned.
    running.withLock { $0 = $0.filter { !$0.isOver } + [scenario] }
    defer { running.withLock { $0.removeAll { $0 === scenario } } }
    try await $own.withValue(scenario, operation: operation)
  }

  private static var current: (any WatchedScenario)? {
    if isTold { return nil }
    if let own { return own }
    // Code outside of all scenarios' tasks belongs to the running scenario, if only one runs.
    let running = running.withLock { $0.filter { !$0.isOver } }
    return running.count == 1 ? running[0] : nil
  }

  /// Records a failure that belongs to no scenario, or that its scenario already knows.
  static func recordingOther(_ record: () -> Void) {
    $isTold.withValue(true, operation: record)
  }

  /// Passes a failed assertion to its scenario, which adds a remark, holds it back or drops it.
  static func take(
    _ description: String, in filePath: String?, at line: Int,
    recording record: @escaping @Sendable (_ remark: String) -> Void
  ) {
    guard let current else { return record("") }
    let telling: @Sendable (String) -> Void = { remark in
      // The description of an assertion without a message ends with a dash.
      let dash = description.hasSuffix(" - ") ? "" : " - "
      recordingOther { record(dash + remark) }
    }
    let words = words(description, in: filePath, at: line)
    if let remark = current.noteAssertion(words, telling: telling) { telling(remark) }
  }

  private static func words(_ description: String, in filePath: String?, at line: Int) -> String {
    let place = filePath.map { " (\(URL(filePath: $0).lastPathComponent):\(line))" } ?? ""
    return (description.hasSuffix(" - ") ? String(description.dropLast(3)) : description) + place
  }

  static let observer = Observer()

  /// Hears failures of cases that are no `StubbedTestCase`, but only once XCTest has recorded them.
  final class Observer: NSObject, XCTestObservation, Sendable {
    #if canImport(ObjectiveC)
      func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
        let place = issue.sourceCodeContext.location
        note(issue.compactDescription, in: place?.fileURL.path, at: place?.lineNumber ?? 0)
      }
    #else
      func testCase(
        _ testCase: XCTestCase, didFailWithDescription description: String,
        inFile filePath: String?, atLine line: Int
      ) {
        note(description, in: filePath, at: line)
      }
    #endif

    private func note(_ description: String, in filePath: String?, at line: Int) {
      current?.noteHeardAssertion(words(description, in: filePath, at: line))
    }
  }
}
