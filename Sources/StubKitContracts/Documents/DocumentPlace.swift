import Foundation

/// A place in a description, or in a file beside it.
struct DocumentPlace: Sendable, Hashable, CustomStringConvertible {
  /// The file beside the description; nil for the description itself.
  var file: URL?
  /// The names and positions that lead there.
  var path: [String] = []

  func appending(_ names: String...) -> DocumentPlace {
    DocumentPlace(file: file, path: path + names)
  }

  /// The names with a slash between them, behind the name of the file if it is another one.
  var description: String {
    let text = PointerNames.text(of: path)
    return file.map { "\($0.lastPathComponent)#/\(text)" } ?? text
  }
}
