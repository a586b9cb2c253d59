import Foundation

/// A place in a description, or in a file beside it.
struct DocumentPlace: Sendable, Hashable, CustomStringConvertible {
  /// Nil for the description itself.
  var file: URL?
  var path: [String] = []

  func appending(_ names: String...) -> DocumentPlace {
    DocumentPlace(file: file, path: path + names)
  }

  /// For example `paths/~1users/get`, or `common.yaml#/$defs/Name` in another file.
  var description: String {
    let text = PointerNames.text(of: path)
    guard let file else { return path.isEmpty ? "#" : text }
    return "\(file.lastPathComponent)#" + (path.isEmpty ? "" : "/\(text)")
  }
}
