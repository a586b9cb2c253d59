import AppleFoundation
import Testing

/// The double catches what Apple's loading system would not bear.
struct ViolationTests {
  /// A protocol and what is wrong with it.
  struct Case: Sendable, CustomTestStringConvertible {
    let type: WrongProtocol.Type
    let kind: Violation.Kind
    let call: String

    var testDescription: String { "\(type)" }
  }

  static let cases = [
    Case(type: CallingOffTheThread.self, kind: .offTheThread, call: "didReceive"),
    Case(type: CallingBeforeTheStart.self, kind: .beforeTheStart, call: "didReceive"),
    Case(type: EndingTwice.self, kind: .afterTheEnd, call: "didFailWithError"),
    Case(type: LoadingAfterTheEnd.self, kind: .afterTheEnd, call: "didLoad"),
    Case(type: CallingAfterTheStop.self, kind: .afterTheStop, call: "didFinishLoading"),
    Case(type: ReceivingTwice.self, kind: .secondHead, call: "didReceive"),
    Case(type: LoadingWithoutHead.self, kind: .withoutHead, call: "didLoad"),
    Case(type: FinishingWithoutHead.self, kind: .withoutHead, call: "didFinishLoading"),
    Case(type: RedirectingAfterTheHead.self, kind: .secondHead, call: "wasRedirectedTo"),
    Case(type: RedirectingTwice.self, kind: .secondRedirect, call: "wasRedirectedTo"),
    Case(type: ReadingWhileAsked.self, kind: .streamOpenedWhileAsked, call: "canInit"),
  ]

  @Test(arguments: cases) func `a wrong protocol is caught`(wrong: Case) async throws {
    let delegate = RecordingDelegate { _ in nil }
    let loaded = await Loaded(delegate, configuration: .asking(wrong.type)) {
      $0.dataTask(with: request("https://wrong.test/", "POST", body: "body"))
    }
    // What is said after the stop comes one turn of the loading thread later.
    await LoadingSystem.settle()
    let violation = try #require(loaded.task.violations.first { $0.kind == wrong.kind })
    #expect(violation.call == wrong.call)
    #expect(violation.protocolClass == "\(wrong.type)")
    #expect(loaded.record.completions.count == 1)
    #expect(LoadingSystem.violations.contains { $0.protocolClass == "\(wrong.type)" })
  }

  @Test func `a protocol that does nothing wrong is not accused`() async {
    let loaded = await Loaded(configuration: .asking(WrongProtocol.self)) {
      $0.dataTask(with: request("https://right.test/", "POST", body: "body"))
    }
    #expect(loaded.text == "wrong")
    #expect(loaded.task.violations.isEmpty)
  }

  @Test func `a violation says who did what where`() async {
    let loaded = await Loaded(configuration: .asking(EndingTwice.self)) {
      $0.dataTask(with: url("https://wrong.test/twice"))
    }
    #expect(
      loaded.task.violations.map(\.description)
        == ["EndingTwice calls didFailWithError after the end (https://wrong.test/twice)"])
  }
}
