package import Foundation
import StubKit

extension Mocktail {
  package static func read(_ file: URL) throws(ArchiveError) -> Mocktail {
    let data = try ArchiveFiles.contents(of: file)
    do {
      return try Mocktail(parsing: data)
    } catch {
      throw error.inFile(file)
    }
  }

  /// Reads the Mocktail files of a folder and its subfolders, in the order of their paths.
  package static func readAll(
    in folder: URL
  ) throws(ArchiveError) -> [(file: URL, mocktail: Mocktail)] {
    let files = try ArchiveFiles.list(in: folder, withExtension: "tail")
    guard !files.isEmpty else {
      throw ArchiveError("There is no .tail file in the folder \(folder.path.withVisibleControls).")
    }
    var mocktails: [(file: URL, mocktail: Mocktail)] = []
    for file in files { mocktails.append((file, try read(file))) }
    return mocktails
  }
}
