#if os(Windows)
  import Foundation

  extension RecordingFile {
    /// Ignores `draft`: Foundation writes a draft of its own, and renames it.
    func write(_ data: Data, by draft: String) throws(FileRefusal) {
      do {
        try data.write(to: URL(filePath: path), options: .atomic)
      } catch {
        throw FileRefusal(reason: error.localizedDescription)
      }
    }
  }
#endif
