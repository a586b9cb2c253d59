public import Foundation
public import StubKit
import StubKitDrift

/// Runs an operation with a registry that answers from a file, or records one from the network.
///
/// ```swift
/// let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "users.har")
/// try await withRecording(to: file, redacting: [.queryItems("api_key")]) { _ in
///   let users = try await client.users()
///   #expect(users.count == 3)
/// }
/// ```
/// The first run goes to the network and writes the file, an HTTP archive (HAR). In every later run
/// the file answers, and a request that is not in the file fails. With `STUBKIT_RECORD=1` in the
/// environment the file is recorded anew. Secrets are taken out before anything is written, and the
/// entries have a fixed order, so that a diff shows what the server changed.
///
/// Stubs that the operation registers win over the file and the network, and are not recorded. The
/// file is written as a whole when the operation has returned. After an error, or if no request was
/// answered, the file stays as it was. A request that is cancelled, or still in flight at the end,
/// is not recorded. Recordings that share a file keep each other's entries.
///
/// - Parameters:
///   - file: The recording.
///   - mode: When the recording is made, and when it answers.
///   - redaction: What is redacted besides authorization and cookies.
///   - parts: What a request must have in common with a recorded one.
///   - timing: When recorded responses arrive.
///   - operation: The code that makes the requests.
/// - Throws: `ArchiveError` if the file cannot be read or written, and what the operation throws.
@discardableResult
@_disfavoredOverload
public func withRecording<Result>(
  to file: URL, mode: RecordingMode = .once, redacting redaction: Redaction = .standard,
  matching parts: ArchiveMatching = .standard, timing: ArchiveTiming = .immediate,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  isolation: isolated (any Actor)? = #isolation,
  _ operation: (StubRegistry) async throws -> Result
) async throws -> Result {
  let location = StubLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let session = try RecordingScope(
    to: file, mode: mode, redacting: redaction, matching: parts, timing: timing, location: location)
  defer { session.registry.endScope() }
  let result: Result
  do {
    result = try await session.registry.surrounding(isolation: isolation) {
      try await operation(session.registry)
    }
  } catch {
    session.registry.reportCounts(after: error)
    throw error
  }
  await session.compare()
  try session.end()
  return result
}

/// Runs a synchronous operation with a registry that answers from a file, or records one.
///
/// This is `withRecording` for code that does not await, such as code with completion handlers.
@discardableResult
public func withRecording<Result>(
  to file: URL, mode: RecordingMode = .once, redacting redaction: Redaction = .standard,
  matching parts: ArchiveMatching = .standard, timing: ArchiveTiming = .immediate,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ operation: (StubRegistry) throws -> Result
) throws -> Result {
  let location = StubLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let session = try RecordingScope(
    to: file, mode: mode, redacting: redaction, matching: parts, timing: timing, location: location)
  defer { session.registry.endScope() }
  let result: Result
  do {
    result = try session.registry.surrounding { try operation(session.registry) }
  } catch {
    session.registry.reportCounts(after: error)
    throw error
  }
  session.compareWaiting()
  try session.end()
  return result
}

private struct RecordingScope {
  private let recording: Recording
  let registry: StubRegistry
  /// The stubs that answer from the file.
  private let stubs: [Stub]
  private let location: StubLocation
  /// The registries of the surrounding scopes, each with the next ID of its log at the start.
  private let around: [(registry: StubRegistry, next: ExchangeLog.ID)]

  init(
    to file: URL, mode: RecordingMode, redacting redaction: Redaction,
    matching parts: ArchiveMatching, timing: ArchiveTiming, location: StubLocation
  ) throws {
    let used = try mode.overridden(by: ProcessInfo.processInfo.environment)
    let recording = try Recording(to: file, mode: used, redacting: redaction)
    self.recording = recording
    self.location = location
    registry = StubRegistry.beginScope(
      unmatched: recording.policy(at: location, given: mode), network: nil, clock: nil)
    registry.place(at: location)
    around = ScopeDirectory.scopes(outwardsFrom: registry).dropFirst().map {
      ($0, $0.state.withLock(\.log.nextID))
    }
    var discretion = registry.discretion
    discretion.redaction = redaction
    // Reports hide the usual secrets even where the recording does not.
    discretion.redaction.usesStandard = true
    registry.begin(with: discretion)
    registry.watchClock()
    do {
      stubs = try recording.begin(
        in: registry, matching: parts, timing: timing, location: location)
    } catch {
      registry.endScope()
      throw error
    }
  }

  /// How to compare: requests carry the test's own credentials, as in a recording.
  private var plan: DriftComparison.Plan {
    var plan = DriftComparison.Plan()
    plan.keepsCredentials = true
    plan.names = SecretFinder(recording.names)
    return plan
  }

  /// The exchanges that the file answered: the test's own stubs do not stand for the server.
  private var exchanges: [StubExchange] {
    let stubs = Set(stubs.map(ObjectIdentifier.init))
    return registry.exchanges.filter { exchange in
      exchange.stub.map { stubs.contains(ObjectIdentifier($0)) } ?? false
    }
  }

  func compare() async {
    guard recording.isCompared else { return }
    tell(await DriftComparison(of: exchanges, by: plan))
  }

  func compareWaiting() {
    if recording.isCompared { tell(.waiting(for: exchanges, by: plan)) }
  }

  private func tell(_ comparison: DriftComparison) {
    registry.tell(comparison.problems())
  }

  func end() throws(ArchiveError) {
    // A stub server or a bound session of a surrounding scope asks that scope's registry.
    let isAskedAround = around.contains { registry, next in
      let count = registry.state.withLock(\.log.nextID) - next
      return registry.exchanges.suffix(Int(clamping: count)).contains { $0.stub == nil }
    }
    let remarks = try recording.end(isAskedAround: isAskedAround)
    registry.tell(remarks: remarks, on: recording.file.url.path, at: location)
    registry.reportCounts()
  }
}

extension Recording {
  /// `given` is the mode in the code, which the environment may have replaced.
  fileprivate func policy(at location: StubLocation, given: RecordingMode) -> UnmatchedPolicy {
    let policy: UnmatchedPolicy =
      isOpen ? .fail(except: RequestMatcher(RecordingExceptionCriterion())) : .fail
    let name = file.url.lastPathComponent.withVisibleControls
    return policy.kept(
      fromScopesWithin: """
        This scope is within a recording, and not a part of it: \(name) neither answers nor records \
        its requests.
          → Make the request outside of `withStubs`, or call `withStubs(unmatched: .passThrough)` \
        to let it go to the network, unrecorded.
        """,
      remedy: isOpen
        ? nil
        : """
        The answers come from the recording \(name), given at \(location), which has none for this request.
          → \(given == .never ? "Remove `mode: .never`, and run" : "Run") once with \
        STUBKIT_RECORD=1 in the environment to record the file anew, or with `mode: .append` \
        \(mode == given ? "" : "and without STUBKIT_RECORD ")to add what is missing.
        """)
  }
}
