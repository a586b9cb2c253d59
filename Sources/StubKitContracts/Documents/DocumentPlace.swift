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

  /// The names with slashes between them, after the file's name if it is another file.
  var description: String {
    let text = PointerNames.text(of: path)
    return file.map { "\($0.lastPathComponent)#/\(text)" } ?? text
  }
}
