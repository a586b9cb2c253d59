import Foundation

/// The files that downloads come in.
enum TemporaryFile {
  private static var newName: URL {
    FileManager.default.temporaryDirectory
      .appendingPathComponent("CFNetworkDownload_\(UUID().uuidString).tmp")
  }

  /// Writes what was downloaded into a new file.
  static func holding(_ data: Data) throws -> URL {
    let url = newName
    try data.write(to: url)
    return url
  }

  /// Moves a file to where nobody deletes it.
  static func kept(_ file: URL) -> URL {
    let url = newName
    do {
      try FileManager.default.moveItem(at: file, to: url)
      return url
    } catch {
      return file
    }
  }

  static func delete(_ file: URL) {
    try? FileManager.default.removeItem(at: file)
  }
}
