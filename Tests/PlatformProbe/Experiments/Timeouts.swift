import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request that nobody answers has to end all the same.
struct Timeouts: Experiment {
  let question = "Are timeouts of one second enforced for a protocol that never answers?"

  private final class Hanging: ProbeProtocol {
    override func startLoading() {}
  }

  func answer() async -> String {
    var hasty = Hanging.request()
    hasty.timeoutInterval = 1
    let own = hasty
    async let request = Hanging.session().ending(of: own)
    async let idle = Hanging.session { $0.timeoutIntervalForRequest = 1 }
      .ending(of: Hanging.request())
    async let whole = Hanging.session { $0.timeoutIntervalForResource = 1 }
      .ending(of: Hanging.request())
    return await "the request's: \(request); the session's for a request: \(idle); "
      + "the session's for a resource: \(whole)"
  }
}
