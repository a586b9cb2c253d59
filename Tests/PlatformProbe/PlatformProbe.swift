import Foundation

/// Asks the platform what no documentation says, and prints its answers as a table.
///
/// It knows nothing of StubKit: plain protocol classes tell what the loading system itself does.
///
/// ```sh
/// swift run PlatformProbe
/// ```
@main
enum PlatformProbe {
  /// The experiments, in the order of the table.
  private static let experiments: [any Experiment] = [
    WhetherAsked(), AskingThread(), LoadingThread(), PerformedBlocks(), ExchangedResume(),
    PrivateSession(), AdditionalHeaders(), RequestBodies(), ForeignErrors(), ErrorTexts(),
    Chunks(), Redirects(), RefusedRedirects(), Challenges(), Timeouts(), Suspension(), Downloads(),
    WebSockets(), ClassicLoadingMode(), EphemeralCookies(), TestingLibraries(),
    SleepingThreads(), LoopbackServers(), Resets(),
  ]

  static func main() async {
    print("Answers of \(Platform.name).\n")
    print("| question | answer |\n| --- | --- |")
    for experiment in experiments {
      let answer = await answer(to: experiment)
      print("| \(experiment.question) | \(answer.replacing("|", with: "\\|")) |")
    }
    // Requests that were left hanging are of no use to anybody.
    exit(0)
  }

  /// The answer of an experiment, or that it gave none.
  private static func answer(to experiment: any Experiment) async -> String {
    let answer = Notes()
    Task {
      do {
        answer.add(try await experiment.answer())
      } catch {
        answer.add("the experiment failed: \(error)")
      }
    }
    await answer.wait(for: 1, atMost: .seconds(30))
    return answer.all.first ?? "no answer within 30 seconds"
  }
}
