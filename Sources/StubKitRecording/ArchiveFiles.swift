import Foundation
import StubKit

enum ArchiveFiles {
  static func contents(of file: URL) throws(ArchiveError) -> Data {
    do {
      return try FileOrigin.url(file).read()
    } catch {
      throw ArchiveError(saying: error)
    }
  }

  static func locate(_ name: String, in bundle: Bundle) throws(ArchiveError) -> URL {
    do {
      return try Fixture(name, in: bundle).locate()
    } catch {
      throw ArchiveError(saying: error)
    }
  }

  /// Lists the files in a folder and in its subfolders, sorted by path.
  static func list(in folder: URL, withExtension pathExtension: String) throws(ArchiveError)
    -> [URL]
  {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder),
      isFolder.boolValue
    else { throw ArchiveError("There is no folder \(folder.path.withVisibleControls).") }
    let names = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
    return names.compactMap { $0 as? String }
      .filter { ($0 as NSString).pathExtension.lowercased() == pathExtension }
      .sorted().map { folder.appendingPathComponent($0) }
  }
}

extension ArchiveError {
  fileprivate init(saying error: URLError) {
    self.init(
      (error.errorUserInfo[NSLocalizedDescriptionKey] as? String) ?? error.localizedDescription)
  }
}
