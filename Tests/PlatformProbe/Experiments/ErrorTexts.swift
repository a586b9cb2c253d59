import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The report on an unmatched request is the text of an error.
struct ErrorTexts: Experiment {
  let question = "Does a `URLError` arrive with its text, and with its address?"

  private final class Failing: ProbeProtocol {
    override func startLoading() {
      let error = URLError(
        .resourceUnavailable,
        userInfo: [
          NSLocalizedDescriptionKey: "a text\nin two lines",
          NSURLErrorFailingURLErrorKey: request.url as Any,
        ])
      client?.urlProtocol(self, didFailWithError: error)
    }
  }

  func answer() async throws -> String {
    do {
      _ = try await Failing.session().data(for: Failing.request())
      return "there is no error"
    } catch {
      let hasText = error.localizedDescription == "a text\nin two lines"
      let hasAddress = (error as? URLError)?.failingURL == Failing.address()
      return "text: \(String.yes(hasText)); address: \(String.yes(hasAddress))"
    }
  }
}
