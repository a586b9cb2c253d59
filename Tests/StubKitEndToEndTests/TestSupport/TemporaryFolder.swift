import Foundation

/// A place for the files of one test, which are deleted with it; the folder is not made.
final class TemporaryFolder: Sendable {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("StubKitEndToEndTests-\(UUID().uuidString)")

  deinit {
    try? FileManager.default.removeItem(at: url)
  }
}
