import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The ways in which an app asks a session.
enum Client: String, CaseIterable, Sendable {
  case async, handler, delegate

  /// A request that was started.
  struct Started: Sendable {
    let cancel: @Sendable () -> Void
    /// Suspends the request and resumes it; nil where that cannot be done.
    let pause: (@Sendable () -> Void)?
  }

  /// Starts a request, whose errand is told of its end.
  func start(_ errand: Errand, on seat: Seat) -> Started {
    switch self {
    case .async:
      let task = Task { [session = seat.session] in
        do {
          let (data, response) = try await session.data(for: errand.request)
          errand.end(data, response, nil)
        } catch {
          errand.end(nil, nil, error)
        }
      }
      return Started(cancel: { task.cancel() }, pause: nil)
    case .handler:
      return begin(
        seat.session.dataTask(with: errand.request) { data, response, error in
          errand.end(data, response, error)
        })
    case .delegate:
      let task = seat.session.dataTask(with: errand.request)
      seat.delegate?.expect(errand, from: task)
      return begin(task)
    }
  }

  private func begin(_ task: URLSessionDataTask) -> Started {
    task.resume()
    return Started(
      cancel: { task.cancel() },
      pause: {
        task.suspend()
        task.resume()
      })
  }
}
