import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Reading the body of the task's request before anybody decides.
extension Load {
  /// Hands the whole body to `next`: at once where it is at hand, later for a stream.
  func readBody(of request: URLRequest, then next: @escaping @Sendable (Data?) -> Void) {
    switch RequestBody(of: request, sentBy: channel.task) {
    case .none:
      next(nil)
    case .data(let data):
      next(data)
    case .file(let file):
      do {
        // `Data` would fetch any other URL from the network, in this place.
        guard file.isFileURL else { throw URLError(.cannotOpenFile) }
        next(try Data(contentsOf: file, options: .mappedIfSafe))
      } catch {
        fail(URLError(.cannotOpenFile, "The file to upload, \(file.path), could not be read."))
      }
    case .stream(let stream):
      read(stream, then: next)
    case .delegate:
      askDelegateForStream(then: next)
    }
  }

  private func read(_ stream: InputStream, then next: @escaping @Sendable (Data?) -> Void) {
    // Streams are read elsewhere: the other end may take its time, and nobody else may wait for it.
    nonisolated(unsafe) let stream = stream
    watch()
    elsewhere {
      Result { try RequestBody.contents(of: stream) }
    } then: { result in
      self.watchdog?.cancel()
      switch result {
      case .success(let data): next(data)
      case .failure(let error): self.fail(error)
      }
    }
  }

  private func askDelegateForStream(then next: @escaping @Sendable (Data?) -> Void) {
    #if canImport(FoundationNetworking)
      guard let session = channel.session, let task = channel.task, let delegate = task.delegate
      else { return next(nil) }
      watch()
      session.delegateQueue.addOperation {
        delegate.urlSession(session, task: task) { stream in
          nonisolated(unsafe) let stream = stream
          self.inContext {
            self.watchdog?.cancel()
            guard let stream else { return next(nil) }
            self.read(stream, then: next)
          }
        }
      }
    #else
      next(nil)
    #endif
  }
}
