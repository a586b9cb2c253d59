import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Custom protocols cannot be used on watchOS, says Apple's page.
struct WhetherAsked: Experiment {
  let question = "Does a protocol class in a session's configuration answer its requests?"

  func answer() async -> String {
    let ending = await ProbeProtocol.session().ending(of: ProbeProtocol.request())
    return ending.hasPrefix("200 \"answer\"") ? "yes" : "no: \(ending)"
  }
}
