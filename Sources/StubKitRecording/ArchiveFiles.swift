import Foundation
import StubKit

enum ArchiveFiles {
  static func contents(
    of file: URL, for purpose: String = "the stubs"
  ) throws(ArchiveError) -> Data {
    do {
      return try FileOrigin.url(file).read(for: purpose)
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
  ///
  /// Leaves out the `._name` files that macOS puts beside others on foreign disks and in archives.
  static func list(in folder: URL, withExtension pathExtension: String) throws(ArchiveError)
    -> [URL]
  {
    guard isFolder(folder) else {
      throw ArchiveError("There is no folder \(folder.path.withVisibleControls).")
    }
    // The enumerator follows no links, not even if `folder` itself is one.
    let path = folder.resolvingSymlinksInPath().path
    let names = FileManager.default.enumerator(atPath: path)?.allObjects ?? []
    return names.compactMap { $0 as? String }
      .filter { ($0 as NSString).pathExtension.lowercased() == pathExtension }
      .filter { !($0 as NSString).lastPathComponent.hasPrefix("._") }
      .sorted().map { folder.appendingPathComponent($0) }.filter { !isFolder($0) }
  }

  private static func isFolder(_ place: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}

extension ArchiveError {
  fileprivate init(saying error: URLError) {
    self.init(
      (error.errorUserInfo[NSLocalizedDescriptionKey] as? String) ?? error.localizedDescription)
  }
}
