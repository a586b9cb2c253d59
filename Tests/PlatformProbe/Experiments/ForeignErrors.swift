import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A closure in a stub may throw whatever it likes.
struct ForeignErrors: Experiment {
  let question = "What becomes of an error that is no `URLError`?"

  private struct Foreign: Error {
    let cups: Int
  }

  private final class FailingInSwift: ProbeProtocol {
    override func startLoading() {
      client?.urlProtocol(self, didFailWithError: Foreign(cups: 3))
    }
  }

  private final class FailingInFoundation: ProbeProtocol {
    override func startLoading() {
      let error = NSError(domain: "probe", code: 7, userInfo: ["cups": 3])
      client?.urlProtocol(self, didFailWithError: error)
    }
  }

  func answer() async -> String {
    let swift = await caught(by: FailingInSwift.self)
    let foundation = await caught(by: FailingInFoundation.self)
    return "one of Swift: \(swift); an `NSError`: \(foundation)"
  }

  private func caught(by type: ProbeProtocol.Type) async -> String {
    do {
      _ = try await type.session().data(for: type.request())
      return "none"
    } catch let error as Foreign {
      return "itself, with its \(error.cups) cups"
    } catch {
      let error = error as NSError
      let cups = error.userInfo["cups"] == nil ? "without" : "with"
      return "\(error.domain) \(error.code), \(cups) what it carried"
    }
  }
}
