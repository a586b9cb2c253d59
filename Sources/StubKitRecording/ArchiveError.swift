import Foundation
public import StubKit

/// Why a file of responses cannot be read or written, and where in the file the mistake is.
public struct ArchiveError: DescribedError, Sendable, Hashable {
  /// The path of the file; nil if the bytes did not come from a file.
  public let file: String?
  /// The place: `byte 17, line 2` or `$.log.entries[3].request.url`; nil for the whole file.
  public let place: String?
  /// The mistake: `expected a status line such as "HTTP/1.1 200 OK", found "hello"`.
  public let reason: String

  init(_ reason: String, at place: String? = nil, file: String? = nil) {
    (self.reason, self.place, self.file) = (reason, place, file)
  }

  /// The full message: the file, the reason and the place.
  public var description: String {
    (file.map { "\($0.withVisibleControls): " } ?? "") + reason.linesWithVisibleControls
      + (place.map { " at \($0)".withVisibleControls } ?? "")
  }

  func inFile(_ url: URL) -> ArchiveError {
    ArchiveError(reason, at: place, file: file ?? url.path)
  }
}
