public import Foundation
public import StubKit

/// Answers `GET` and `HEAD` requests to a host with the files of a folder, as a web server would.
///
/// ```swift
/// try stub(folder: Bundle.module.bundleURL.appending(path: "Site"), host: "www.example.com")
/// // https://www.example.com/styles/main.css is Site/styles/main.css
/// ```
/// A folder stands for its `index.html`, `index.htm` or `index.json`; a path without a file gets a
/// 404. The `Content-Type` follows from the extension. Each file is read when it is requested, so
/// that changes are seen. Nothing outside of the folder can be reached, neither through `..`, plain
/// or percent-encoded, nor through links.
///
/// - Parameters:
///   - folder: The folder, which must exist.
///   - host: The host, or `"*.example.com"` for all subdomains.
///   - name: A name for reports.
///   - priority: Stubs of a higher priority are asked first.
///   - expected: How many requests the stub has to answer, such as `2` or `.any`; see `StubCount`.
/// - Returns: A handle that tells what was requested, waits for requests, and removes the stub.
/// - Throws: `ArchiveError` if there is no such folder.
@discardableResult
public func stub(
  folder: URL, host: String, named name: String? = nil, priority: Int = 0,
  expected: StubCount = .standard,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  column: Int = #column
) throws -> Stub {
  try StubRegistry.current(forStubAt: fileID, filePath, line, column).stub(
    folder: folder, host: host, named: name, priority: priority, expected: expected, fileID: fileID,
    filePath: filePath, line: line, column: column)
}

extension StubRegistry {
  /// Answers this registry's requests to a host with the files of a folder.
  ///
  /// The parameters are those of the free function `stub(folder:host:)`.
  @discardableResult
  public func stub(
    folder: URL, host: String, named name: String? = nil, priority: Int = 0,
    expected: StubCount = .standard, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) throws -> Stub {
    let site = try FolderSite(folder)
    return stub(
      condition: isHost(host) && isMethod(.get, .head), named: name, priority: priority,
      expected: expected, fileID: fileID, filePath: filePath, line: line, column: column
    ) { request in
      site.response(to: request)
    }
  }
}
