import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A stub may answer that somebody has to say who they are.
struct Challenges: Experiment {
  let question = "How does a task end whose response has a challenge?"

  private final class Basic: ProbeProtocol {
    override func startLoading() {
      answer("who?", status: 401, headers: ["WWW-Authenticate": "Basic realm=\"probe\""])
    }
  }

  private final class Digest: ProbeProtocol {
    override func startLoading() {
      answer(
        "who?", status: 401,
        headers: ["WWW-Authenticate": "Digest realm=\"probe\", nonce=\"n\", qop=\"auth\""])
    }
  }

  func answer() async -> String {
    let basic = await Basic.session().ending(of: Basic.request(), within: .seconds(2))
    let digest = await Digest.session().ending(of: Digest.request(), within: .seconds(2))
    return "Basic: \(basic); Digest: \(digest)"
  }
}
