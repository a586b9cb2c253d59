import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Reads the body of a request before the registry decides.
extension SessionDoor {
  func readBody(of request: URLRequest, isOwn: Bool, _ back: WayBack) -> News? {
    let task = isOwn ? context.task : nil
    if let error = UnsupportedTask.error(for: task) { return .failed(error) }
    switch RequestBody(of: request, sentBy: task) {
    case .none:
      return .body(nil)
    case .data(let data):
      return .body(data)
    case .file(let file):
      // `Data` would fetch any other URL from the network, right here.
      guard file.isFileURL, let data = try? Data(contentsOf: file, options: .mappedIfSafe) else {
        return .failed(
          URLError(
            .cannotOpenFile,
            "The file to upload, \(file.path.withVisibleControls), could not be read."))
      }
      return .body(data)
    case .stream(let stream):
      watch(Patience(limits(of: request)), back)
      read(stream, back)
      return nil
    case .delegate:
      return askForStream(within: Patience(limits(of: request)), back)
    }
  }

  /// Reads a stream on another thread, because the other end may take its time.
  func read(_ stream: InputStream, _ back: WayBack) {
    let reading = BodyReading(stream)
    work = reading
    elsewhere(back) {
      do { return .body(try reading.wholeBody()) } catch { return .failed(error) }
    }
  }
}
