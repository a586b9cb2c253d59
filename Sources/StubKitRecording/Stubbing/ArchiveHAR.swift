public import Foundation
public import StubKit

/// Answers the requests of an HTTP archive (HAR) with the archive's responses.
///
/// ```swift
/// try stub(har: Bundle.module.url(forResource: "checkout", withExtension: "har")!)
/// ```
/// The archive may come from Chrome, Firefox, Safari, a proxy or `withRecording`. Each request
/// becomes a stub that is looked up like any other. If the archive has several responses for one
/// request, they are given in the archive's order, and the last one repeats. If requests differ
/// only in their bodies, the body decides. Responses have the bodies that the client saw, neither
/// compressed nor chunked. Requests that are neither http nor https are skipped.
///
/// Values that other programs write in their own way (a status in quotes, unpadded base64) are read
/// by their meaning. An entry that cannot be read is left out, and a remark names the entry and the
/// field; in a `.stubbed` test the remark is a warning. If the archive lacks a response's body, a
/// remark says so, and the response's stub fails.
///
/// - Parameters:
///   - file: The archive.
///   - parts: What a request must have in common with one in the archive.
///   - unmatched: The new policy for every request that no stub matches, to any host. The
///     policy outlives the stubs, but not a surrounding scope; nil changes nothing.
///   - timing: When the responses arrive.
///   - priority: Stubs of a higher priority are asked first.
///   - expected: How many requests each stub must answer; by default any number. A stub may
///     always stay unused if other stubs give the same answers.
///   - isStrict: Whether anything odd in the archive makes the whole file an error.
/// - Returns: The stubs, in the order of registration.
/// - Throws: `ArchiveError`, which says what was expected, and where in the archive.
@discardableResult
public func stub(
  har file: URL, matching parts: ArchiveMatching = .standard, unmatched: UnmatchedPolicy? = nil,
  timing: ArchiveTiming = .immediate, priority: Int = 0, expected: StubCount = .any,
  strictly isStrict: Bool = false,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws -> [Stub] {
  try StubRegistry.current(forStubAt: fileID, filePath, line, column).stub(
    har: file, matching: parts, unmatched: unmatched, timing: timing, priority: priority,
    expected: expected, strictly: isStrict, fileID: fileID, filePath: filePath, line: line,
    column: column)
}

extension StubRegistry {
  /// Answers requests to this registry with the responses of an HTTP archive.
  ///
  /// The parameters are those of the free function `stub(har:)`.
  @discardableResult
  public func stub(
    har file: URL, matching parts: ArchiveMatching = .standard, unmatched: UnmatchedPolicy? = nil,
    timing: ArchiveTiming = .immediate, priority: Int = 0, expected: StubCount = .any,
    strictly isStrict: Bool = false, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) throws -> [Stub] {
    let archived = try HARArchive.stubs(
      in: file, matching: parts, timing: timing, isStrict: isStrict)
    let location = StubLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let emptiness = archived.isEmpty ? ["nothing in it answers a request"] : []
    tell(remarks: archived.remarks + emptiness, on: file.path, at: location)
    state.withLock { $0.archives.append((file.lastPathComponent, location)) }
    if let unmatched { self.unmatched = unmatched }
    return archived.map { archived in
      stub(
        condition: archived.condition, named: file.lastPathComponent, priority: priority,
        expected: archived.isSpare ? .any : expected, fileID: fileID, filePath: filePath,
        line: line, column: column, response: archived.response)
    }
  }
}
