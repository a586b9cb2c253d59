/// The media types of files, by the ends of their names.
enum MediaType {
  /// The media type that belongs to a path extension, or nil if it says nothing.
  static func forExtension(_ pathExtension: String) -> String? {
    switch pathExtension.lowercased() {
    case "json": "application/json"
    case "txt": "text/plain; charset=utf-8"
    default: nil
    }
  }
}
