import AppleFoundation
import StubKit

/// A task that is complete, with what its delegate heard and what the double saw.
struct Loaded: Sendable {
  let task: URLSessionTask
  let record: RecordingDelegate.Record

  var text: String { String(decoding: record.body, as: UTF8.self) }
  var status: Int? { record.responses.first?.statusCode }
  var error: URLError? { record.completions.first as? URLError }

  /// Loads a request on a session that a registry answers.
  static func by(
    _ registry: StubRegistry, _ request: URLRequest,
    delegate: RecordingDelegate = RecordingDelegate()
  ) async -> Loaded {
    await Loaded(delegate, configuration: .ephemeral.stubbed(by: registry)) {
      $0.dataTask(with: request)
    }
  }

  /// Loads a task on a session of its own.
  init(
    _ delegate: RecordingDelegate = RecordingDelegate(), configuration: URLSessionConfiguration,
    _ makeTask: (URLSession) -> URLSessionTask
  ) async {
    let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    task = makeTask(session)
    task.resume()
    session.finishTasksAndInvalidate()
    record = await delegate.outcome
    // The instance is stopped by then.
    await LoadingSystem.settle()
  }
}
