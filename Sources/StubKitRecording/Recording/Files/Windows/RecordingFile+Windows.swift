#if os(Windows)
  import Foundation

  extension RecordingFile {
    /// Foundation writes a draft of its own, and gives it the file's name.
    func write(_ data: Data, by draft: String) throws(FileRefusal) {
      do {
        try data.write(to: URL(filePath: path), options: .atomic)
      } catch {
        throw FileRefusal(reason: error.localizedDescription)
      }
    }
  }
#endif
