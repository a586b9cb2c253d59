import Foundation
import StubKit

/// Where archives are on the disk, and what is in them.
enum ArchiveFiles {
  /// The bytes of a file.
  static func contents(of file: URL) throws(ArchiveError) -> Data {
    do {
      return try FileOrigin.url(file).read()
    } catch {
      throw ArchiveError(saying: error)
    }
  }

  /// Where the file or folder of this name is among a bundle's resources.
  static func locate(_ name: String, in bundle: Bundle) throws(ArchiveError) -> URL {
    do {
      return try Fixture(name, in: bundle).locate()
    } catch {
      throw ArchiveError(saying: error)
    }
  }

  /// The files with an extension in a folder and the folders in it, in the order of their paths.
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
  /// The error of an archive that is not there, or cannot be read.
  fileprivate init(saying error: URLError) {
    self.init(
      (error.errorUserInfo[NSLocalizedDescriptionKey] as? String) ?? error.localizedDescription)
  }
}
