import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A suspended task is to wait, not to begin anew.
struct Suspension: Experiment {
  let question = "Does `suspend()` stop loading, and `resume()` start it again?"

  private final class Waiting: ProbeProtocol {
    static let starts = Notes()
    static let stops = Notes()

    override func startLoading() {
      Self.starts.add("\(ObjectIdentifier(self))")
    }

    override func stopLoading() {
      Self.stops.add("\(ObjectIdentifier(self))")
    }
  }

  func answer() async -> String {
    let session = Waiting.session()
    let task = session.dataTask(with: Waiting.request())
    task.resume()
    guard await Waiting.starts.wait(for: 1) else { return "it never starts" }
    task.suspend()
    let isStopped = await Waiting.stops.wait(for: 1, atMost: .seconds(1))
    task.resume()
    let isStarted = await Waiting.starts.wait(for: 2, atMost: .seconds(1))
    session.invalidateAndCancel()
    let instance = Waiting.starts.distinct.count > 1 ? "another instance" : "the same instance"
    return "stops: \(String.yes(isStopped)); starts again: "
      + (isStarted ? "yes, \(instance)" : "no")
  }
}
