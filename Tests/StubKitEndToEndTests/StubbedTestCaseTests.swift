import Foundation
import StubKit
import XCTest

@testable import StubKitTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What an XCTest test is given.
final class StubbedTestCaseTests: StubbedTestCase {
  private var stubOfSetUp: Stub?

  override func setUp() {
    stubOfSetUp = stub(condition: isPath("/set-up"), expected: .any, response: .text("set up"))
  }

  override func setUp() async throws {
    stub(condition: isPath("/async-set-up"), expected: .any, response: .text("async set up"))
  }

  override func tearDown() {
    XCTAssert(StubRegistry.current === registry)
    XCTAssertFalse(registry === StubRegistry.shared)
  }

  func testStubsOfSetUpBelongToTheTest() {
    XCTAssert(StubRegistry.current === registry)
    XCTAssertEqual(registry.stubs.count, 2)
    XCTAssert(registry.stubs.contains { $0 === stubOfSetUp })
  }

  func testAnAsyncTestIsAnswered() async throws {
    stub(condition: isPath("/async"), response: .text("async"))
    for path in ["set-up", "async-set-up", "async"] {
      let (data, _) = try await URLSession.shared.data(from: url("https://xctest.test/\(path)"))
      XCTAssertEqual(
        String(decoding: data, as: UTF8.self), path.replacingOccurrences(of: "-", with: " "))
    }
    XCTAssertEqual(registry.exchanges.count, 3)
  }

  func testACompletionHandlerIsAnswered() {
    stub(condition: isPath("/handler"), response: .text("handler"))
    let isDone = expectation(description: "the handler is called")
    URLSession.shared.dataTask(with: url("https://xctest.test/handler")) { data, _, _ in
      XCTAssertEqual(data.map { String(decoding: $0, as: UTF8.self) }, "handler")
      isDone.fulfill()
    }.resume()
    wait(for: [isDone], timeout: 10)
  }

  func testTheEndOfRequestsCanBeExpected() {
    let upload = stub(condition: isPath("/upload"), named: "upload", response: .status(201))
    let uploaded = expectation(for: upload, count: 2)
    XCTAssertEqual(
      uploaded.expectationDescription,
      "2 requests to \(upload) to end")
    for _ in 1...2 { URLSession.shared.dataTask(with: url("https://xctest.test/upload")).resume() }
    wait(for: [uploaded], timeout: 10)
    XCTAssertEqual(upload.callCount, 2)
    XCTAssertEqual(registry.exchanges.map(\.outcome), [.finished, .finished])
    // What has ended before it is expected counts as well.
    wait(for: [expectation(for: upload)], timeout: 10)
  }

  func testARequestThatHangsHasNotEnded() async throws {
    let hanging = stub(condition: isPath("/hangs"), response: .hang)
    let ended = expectation(for: hanging)
    ended.isInverted = true
    let task = URLSession.shared.dataTask(with: url("https://xctest.test/hangs"))
    task.resume()
    try await hanging.waitForRequests(timeout: .seconds(600))
    await fulfillment(of: [ended], timeout: 0.05)
    task.cancel()
    try await hanging.waitForRequests(until: .ended, timeout: .seconds(600))
  }

  func testARequestFromAnyThreadIsAnswered() {
    stub(condition: isPath("/thread"), response: .text("thread"))
    let isDone = expectation(description: "the handler is called")
    Thread.detachNewThread {
      URLSession.shared.dataTask(with: url("https://xctest.test/thread")) { data, _, _ in
        XCTAssertEqual(data.map { String(decoding: $0, as: UTF8.self) }, "thread")
        isDone.fulfill()
      }.resume()
    }
    wait(for: [isDone], timeout: 10)
  }

  func testRequestsOfHandlersRaceOnAClockThatJumps() {
    registry.clock = FastForwardClock()
    stub(condition: isPath("/slow"), response: .text("slow").delayed(by: .seconds(3)))
    stub(condition: isPath("/quick"), expected: 2, response: .text("q").delayed(by: .seconds(1)))
    let done = expectation(description: "all have ended")
    done.expectedFulfillmentCount = 3
    @Sendable func get(_ path: String, then next: @escaping @Sendable () -> Void = {}) {
      URLSession.shared.dataTask(with: url("https://xctest.test/\(path)")) { _, _, _ in
        // As an app does that shows what has come.
        DispatchQueue.main.async {
          next()
          done.fulfill()
        }
      }.resume()
    }
    get("slow")
    get("quick") { get("quick") }
    wait(for: [done], timeout: 600)
    XCTAssertEqual(registry.exchanges.map(\.start), [.zero, .zero, .seconds(1)])
    XCTAssertEqual(registry.elapsed, .seconds(3))
  }

  func testAnAsyncTestRacesOnAClockThatJumps() async throws {
    registry.clock = FastForwardClock()
    stub(condition: isPath("/slow"), response: .text("slow").delayed(by: .seconds(3)))
    stub(condition: isPath("/quick"), response: .text("quick").delayed(by: .seconds(1)))
    async let slow = URLSession.shared.data(from: url("https://xctest.test/slow"))
    async let quick = URLSession.shared.data(from: url("https://xctest.test/quick"))
    _ = try await (slow, quick)
    XCTAssertEqual(registry.exchanges.map(\.start), [.zero, .zero])
    XCTAssertEqual(registry.elapsed, .seconds(3))
  }

  func testAClosureThatSendsTheRequestThatItAnswersEndsWithoutATest() async throws {
    let registry = StubRegistry()
    let calls = Locked(0)
    registry.stub(condition: isPath("/own")) { request in
      calls.withLock { $0 += 1 }
      return .data(try await registry.session.data(for: request.urlRequest).0)
    }
    do {
      _ = try await registry.session.data(from: url("https://xctest.test/own"))
      XCTFail("it was answered")
    } catch {
      XCTAssertEqual((error as? URLError)?.code, .resourceUnavailable)
    }
    XCTAssertEqual(calls.withLock(\.self), 20)
  }

  func testADetachedTaskFindsTheRegistry() async throws {
    let registry = registry
    let isFound = await Task.detached { StubRegistry.current === registry }.value
    XCTAssert(isFound)
  }
}

// Not on Apple's platforms, whose XCTest makes a test of a method's name, never of a closure, and
// records its failures in another way.
#if !canImport(ObjectiveC)
  /// What an XCTest test fails with.
  final class StubbedTestCaseFailureTests: XCTestCase {
    private struct Broken: Error, CustomStringConvertible {
      let description = "the fixture is broken"
    }

    func testAnUnmatchedRequestFailsTheTest() {
      let test = Recording { _ in
        stub(condition: isPath("/a"), filePath: "/T/U.swift", line: 3, response: .json([]))
        Self.get("https://xctest.test/b")
      }
      test.invokeTest()
      XCTAssertEqual(test.failures.map(\.place), ["/T/U.swift:3"])
      XCTAssertEqual(
        test.failures.first?.text,
        """
        No stub matches GET https://xctest.test/b
        The only stub:
          the stub at StubbedTestCaseTests.swift:3
            ✗ isPath("/a"): the path is "/b"
        To stub it:
          stub(condition: isHost("xctest.test") && isPath("/b"), response: .json([:]))
        """)
    }

    func testTheReportOnARequestOfASessionThatTestsShareSaysNothingOfScopes() {
      let shared = ClientOfATest()
      Recording { _ in shared.session = URLSession(configuration: .default) }.invokeTest()
      let test = Recording { _ in
        stub(condition: isPath("/a"), filePath: "/T/U.swift", line: 3, response: .json([]))
        let isDone = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
          Self.get("https://xctest.test/b", by: shared.session)
          isDone.signal()
        }
        isDone.wait()
      }
      test.invokeTest()
      XCTAssertEqual(
        test.failures.first?.text.hasPrefix(
          "No stub matches GET https://xctest.test/b\nThe only stub:\n"), true)
    }

    /// A client that is made in the first test that uses it, as a singleton is.
    private final class ClientOfATest: @unchecked Sendable {
      // Unchecked: the session is set before it is used.
      var session = URLSession.shared
    }

    func testAnUnmatchedRequestWithoutAnyStubFailsByTheNameOfTheClass() {
      let test = Recording { _ in Self.get("https://xctest.test/b") }
      test.invokeTest()
      XCTAssertEqual(test.failures.map(\.place), ["Recording:0"])
    }

    func testARequestForAStubThatIsGoneFailsAtTheLineOfTheStub() {
      let test = Recording { _ in
        stub(condition: isPath("/b"), filePath: "/T/U.swift", line: 3, response: .json([])).remove()
        Self.get("https://xctest.test/b")
      }
      test.invokeTest()
      XCTAssertEqual(test.failures.map(\.place), ["/T/U.swift:3"])
      XCTAssertEqual(
        test.failures.first?.text,
        """
        No stub matches GET https://xctest.test/b
        Every stub has been removed from this scope.
        To stub it:
          stub(condition: isHost("xctest.test") && isPath("/b"), response: .json([:]))
        """)
    }

    func testAFailedTestIsToldOfTheRequestsThatHaveNotEnded() {
      for (clock, remedy): (any Clock<Duration>, String) in [
        (
          ManualClock(),
          "The clock stands at 0.0 seconds, and moves only by advance(by:), advance(to:) and run()."
        ),
        (
          FastForwardClock(),
          "What lasts is a delay, a `.hang`, a closure, a stream or a delegate that does not answer."
        ),
      ] {
        // A stream that nobody keeps ends.
        let open = Locked<[(task: URLSessionDataTask, body: BodyStream)]>([])
        for isFailed in [true, false] {
          let test = StubbedRun.Case { test in
            let registry = (test as? StubbedTestCase)?.registry
            registry?.clock = clock
            let body = BodyStream()
            let stub = stub(
              condition: isPath("/open"), filePath: "/T/U.swift", line: 3, response: .stream(body))
            let hasArrived = test.expectation(for: stub, until: .arrived)
            let task = URLSession.shared.dataTask(with: url("https://xctest.test/open"))
            open.withLock { $0.append((task, body)) }
            task.resume()
            test.wait(for: [hasArrived], timeout: 60)
            if isFailed { throw Broken() }
          }
          test.run()
          let place = "/T/U.swift:3: warning: Case.recorded : "
          let told = [
            "\(place)The test has failed, and 1 request has not ended:\n"
              + "  GET https://xctest.test/open, since 0.0 seconds, by the stub at "
              + "StubbedTestCaseTests.swift:3\n→ \(remedy)"
          ]
          if test.warnings != (isFailed ? told : []) {
            recordFailure(
              withDescription: "\(test.warnings) \(String(describing: test.testRun))",
              inFile: #filePath,
              atLine: #line, expected: true)
          }
        }
        for task in open.withLock({ $0.map(\.task) }) { task.cancel() }
      }
    }

    func testARequestThatMustNotComeFailsWhereItIsExpected() {
      let line = #line + 4
      let test = Recording { test in
        let users = stub(condition: isPath("/users"), response: .status(204))
        Self.get("https://xctest.test/users")
        let none = test.expectation(for: users)
        none.isInverted = true
        test.wait(for: [none], timeout: 60)
      }
      test.invokeTest()
      XCTAssertEqual(test.failures.map(\.place), ["\(#filePath):\(line)"])
    }

    func testAnExpectationThatIsNotMetSaysHowManyRequestsCame() {
      for (count, isFailed) in [(2, true), (2, false), (1, true)] {
        let test = StubbedRun.Case { test in
          let users = stub(
            condition: isPath("/users"), filePath: "/T/U.swift", line: 3, response: .status(204))
          Self.get("https://xctest.test/users")
          _ = test.expectation(for: users, count: count)
          if isFailed { throw Broken() }
        }
        test.run()
        let told = """
          /T/U.swift:3: warning: Case.recorded : Of 2 requests to isPath("/users") \
          (StubbedTestCaseTests.swift:3), 1 came.
          """
        if test.warnings != (count == 2 && isFailed ? [told] : []) {
          recordFailure(
            withDescription: "\(test.warnings)", inFile: #filePath, atLine: #line, expected: true)
        }
      }
    }

    func testAnExplorationThatFailsAfterItsTestIsWritten() {
      StubIssue(kind: .broken, text: "/late-exploration × offline").writeAsLate(for: "A.test")
      XCTAssert(
        StubIssue.writtenLate.withLock {
          $0.contains(
            """
            /late-exploration × offline
              → Its test, A.test, was over or cancelled by then, and could not be told: `await` the \
            exploration.
            """)
        })
    }

    func testWhatATestCanNoLongerBeToldIsWritten() {
      let registry = Locked<StubRegistry?>(nil)
      let test = Recording { _ in
        registry.withLock { $0 = .current }
        stub(condition: isPath("/over"), expected: .never, line: 3, response: .status(204))
      }
      test.invokeTest()
      registry.withLock(\.self)?.surrounding {
        for path in ["over", "over", "unknown"] { Self.get("https://late.test/\(path)") }
      }
      XCTAssertEqual(test.failures.map(\.text), [])
      let written = StubIssue.writtenLate.withLock { $0.filter { $0.contains("//late.test/") } }
      XCTAssertEqual(
        written.filter { $0.contains("expected no request, and this is one") }.count, 1)
      XCTAssertEqual(
        written.filter { $0.hasPrefix("No stub matches GET https://late.test/u") }.count, 1)
      XCTAssert(
        written.allSatisfy {
          $0.hasSuffix(
            "\n  → Its test, Recording.recording, was over or cancelled by then, and could not be told: "
              + "`await` what makes the request.")
        })
    }

    func testAnUnmatchedRequestMayBeExpected() {
      let test = Recording { _ in
        withUnmatchedRequests(matching: isPath("/b")) { _ = Self.get("https://xctest.test/b") }
        withUnmatchedRequests(matching: isPath("/c"), filePath: "/T/U.swift", line: 4) {}
      }
      test.invokeTest()
      XCTAssertEqual(test.failures.map(\.place), ["/T/U.swift:4"])
      XCTAssertEqual(
        test.failures.map(\.text),
        [
          "withUnmatchedRequests at StubbedTestCaseTests.swift:4 expected a request that no stub matches, "
            + #"and none came: isPath("/c")"#
            + "\n  → Make the request within withUnmatchedRequests, or take that away."
        ])
    }

    func testAnotherTestIsToldOfTheCountsOfItsScopes() {
      let test = Plain(name: "plain") { _ in
        withStubs { _ in
          for line in [3, 4] {
            let path = isPath("/a\(line)")
            stub(
              condition: path, expected: 2, filePath: "/T/U.swift", line: line, response: .json([]))
            Self.get("https://xctest.test/a\(line)")
          }
          stub(condition: isPath("/n"), expected: .never, filePath: "/T/U.swift", line: 5) { _ in
            .status(204)
          }
          Self.get("https://xctest.test/n")
          Self.get("https://xctest.test/unmatched")
        }
      }
      RunningTestCase.shared.testCaseWillStart(test)
      test.invokeTest()
      RunningTestCase.shared.testCaseDidFinish(test)
      XCTAssertEqual(test.places, ["/T/U.swift:5", "/T/U.swift:3", "/T/U.swift:4"])
    }

    func testAnotherTestIsNotToldOfAScopeThatIsOver() {
      let opened = Locked<StubRegistry?>(nil)
      let first = Plain(name: "first") { _ in
        withStubs { registry in
          stub(condition: isPath("/n"), expected: .never, response: .status(204))
          opened.withLock { $0 = registry }
        }
      }
      let second = Plain(name: "second") { _ in
        opened.withLock(\.self)?.surrounding { _ = Self.get("https://xctest.test/n") }
      }
      for test in [first, second] {
        RunningTestCase.shared.testCaseWillStart(test)
        test.invokeTest()
        RunningTestCase.shared.testCaseDidFinish(test)
      }
      XCTAssertEqual(opened.withLock(\.self)?.exchanges.count, 1)
      XCTAssertEqual(first.places + second.places, [])
    }

    func testWhatComesAfterAnotherTestIsWrittenWithItsName() {
      let opened = Locked<StubRegistry?>(nil)
      let test = Plain(name: "early") { _ in
        withStubs { registry in
          stub(condition: isPath("/n"), expected: .never, response: .status(204))
          opened.withLock { $0 = registry }
        }
      }
      RunningTestCase.shared.testCaseWillStart(test)
      test.invokeTest()
      RunningTestCase.shared.testCaseDidFinish(test)
      opened.withLock(\.self)?.surrounding {
        for path in ["n", "unknown"] { Self.get("https://after-plain.test/\(path)") }
      }
      XCTAssertEqual(test.places, [])
      let written = StubIssue.writtenLate.withLock {
        $0.filter { $0.contains("//after-plain.test/") }
      }
      XCTAssertEqual(written.count, 2)
      XCTAssert(written.allSatisfy { $0.contains("Its test, Plain.early, was over") }, "\(written)")
    }

    func testATestThatIsSkippedIsToldOfNoCounts() {
      let test = Plain(name: "skipped") { _ in
        try withStubs { _ in
          stub(condition: isPath("/a"), expected: 1, response: .status(204))
          throw XCTSkip("not here")
        }
      }
      RunningTestCase.shared.testCaseWillStart(test)
      test.invokeTest()
      RunningTestCase.shared.testCaseDidFinish(test)
      XCTAssertEqual(test.places, [])
    }

    func testAnAssertionInAClosureFailsTheTestOnce() {
      let test = Recording { _ in
        stub(condition: isPath("/a")) { _ in
          XCTAssertEqual(1, 2, "in a closure")
          return .status(204)
        }
        Self.get("https://xctest.test/a")
      }
      let line = #line - 5
      test.perform(StubbedRun(test: test))
      let failures = test.failures.map { "\($0.place): \($0.text)" }
      // XCTest knows no test any more once the one within has been performed: it would hear no assertion.
      if failures != [
        "\(#filePath):\(line): XCTAssertEqual failed: (\"1\") is not equal to (\"2\") - in a closure"
      ] {
        recordFailure(
          withDescription: "\(failures)", inFile: #filePath, atLine: #line, expected: true)
      }
    }

    func testAScopeWithinReportsAtItsOwnLines() {
      let test = Recording { _ in
        withStubs(filePath: "/T/U.swift", line: 7) { _ in
          stub(condition: isPath("/a"), filePath: "/T/U.swift", line: 8, response: .json([]))
          Self.get("https://xctest.test/else/where")
        }
      }
      test.policy = .error
      test.invokeTest()
      XCTAssertEqual(test.failures.map(\.place), ["/T/U.swift:7", "/T/U.swift:8"])
    }

    func testATestThatWaitsHearsOfIssuesMeanwhile() {
      let test = Recording { test in
        let isRecorded = test.expectation(description: "the issue is recorded")
        (test as? Recording)?.onFailure = { isRecorded.fulfill() }
        URLSession.shared.dataTask(with: url("https://xctest.test/b")).resume()
        test.wait(for: [isRecorded], timeout: 60)
      }
      test.invokeTest()
      XCTAssertEqual(test.failures.count, 1)
    }

    /// Opens a scope, since in a process with a single test a lost request can only be that test's.
    private func haveAnotherTest() {
      withStubs { _ in }
    }

    func testARequestThatLosesTheScopeWithinIsToldOfItsStubsEachLineOnce() {
      haveAnotherTest()
      let test = Recording { _ in
        withStubs { _ in
          for _ in 1...4 {
            stub(condition: isPath("/a"), expected: .any, line: 3, response: .json([]))
          }
          let isDone = DispatchSemaphore(value: 0)
          Thread.detachNewThread {
            Self.get("https://xctest.test/a")
            isDone.signal()
          }
          isDone.wait()
        }
      }
      test.invokeTest()
      XCTAssertEqual(
        test.failures.map(\.text),
        [
          """
          No stub matches GET https://xctest.test/a
          No stub is registered in this scope.
          4 stubs in open scopes match, but this request does not see them: StubbedTestCaseTests.swift:3
            → The request was made outside, for example by a detached task with a session \
          from outside. Use a session \
          made within the scope, or `registry.session`.
          To stub it:
            stub(condition: isHost("xctest.test") && isPath("/a"), response: .json([:]))
          """
        ])
    }

    func testTheScopeWithinIsToldOfARequestThatLostIt() {
      haveAnotherTest()
      var text: String?
      let test = Recording { _ in
        withStubs { registry in
          stub(condition: isPath("/a"), line: 3, response: .json([]))
          let isDone = DispatchSemaphore(value: 0)
          Thread.detachNewThread {
            Self.get("https://xctest.test/a")
            isDone.signal()
          }
          isDone.wait()
          do { try registry.verify() } catch { text = error.localizedDescription }
        }
      }
      test.invokeTest()
      XCTAssertEqual(
        text,
        """
        1 problem:

        The stub at StubbedTestCaseTests.swift:3 was never used: isPath("/a")
          → A request for its address has lost its scope, and may have been meant for it: GET \
        https://xctest.test/a. Use a session made within the scope, or `registry.session`.
        """)
    }

    func testAClosureThatThrowsFailsTheTestAtItsLine() {
      let test = Recording { _ in
        stub(condition: isPath("/a"), filePath: "/T/U.swift", line: 3) { _ in throw Broken() }
        Self.get("https://xctest.test/a")
      }
      test.invokeTest()
      XCTAssertEqual(
        test.failures.map(\.text),
        [
          "The closure of the stub at StubbedTestCaseTests.swift:3 threw for "
            + "GET https://xctest.test/a: the fixture is broken"
        ])
      XCTAssertEqual(test.failures.map(\.place), ["/T/U.swift:3"])
    }

    func testAClosureThatSendsTheRequestThatItAnswersFailsTheTestOnce() {
      let test = Recording { _ in
        stub(condition: isPath("/own"), expected: .any, filePath: "/T/U.swift", line: 3) {
          request in
          Self.get("https://xctest.test/own")
          return .status(204)
        }
        Self.get("https://xctest.test/own")
      }
      test.invokeTest()
      XCTAssertEqual(
        test.failures.map(\.text),
        [
          "The closure of the stub at StubbedTestCaseTests.swift:3 threw for "
            + "GET https://xctest.test/own: the closure sends a request that a closure answers, "
            + "20 times within each other. `try await request.perform()` asks the real server"
        ])
    }

    func testAnUnusedStubIsAWarningWithoutBeingAskedFor() {
      let test = Recording { _ in
        stub(condition: isPath("/a"), filePath: "/T/U.swift", line: 3, response: .json([]))
      }
      test.invokeTest()
      XCTAssertEqual(
        test.warnings,
        [
          "/T/U.swift:3: warning: Recording.recording : "
            + #"The stub at StubbedTestCaseTests.swift:3 was never used: isPath("/a")"# + """

                → No request came here. Either the client is no URLSession (libcurl, NIO, a WebSocket, a download \
              on Linux, sockets of its own) and has no stub server's address, or its session is bound to another \
              registry or has other `protocolClasses`, or the request has lost this scope (in a completion \
              handler, a queue, a timer or a detached task), or its task is not resumed or awaited.
              """
        ])
      XCTAssertEqual(test.failures.count, 0)
    }

    func testAnUnusedStubFailsTheTestOnlyIfItIsToBeAnError() {
      for (unused, count) in [(UnusedStubs.ignore, 0), (.warning, 0), (.error, 1)] {
        let test = Recording { _ in
          stub(condition: isPath("/a"), response: .json([]))
          stub(condition: isPath("/b"), expected: .any, response: .json([]))
        }
        test.policy = unused
        test.invokeTest()
        XCTAssertEqual(test.failures.count, count)
        XCTAssertEqual(test.warnings.count, unused == .warning ? 1 : 0)
      }
    }

    func testAnErrorThatTheTestThrowsIsNotRecordedAgain() {
      let own = Broken()
      for (path, thrown, count) in [("/a", nil, 1), ("/b", nil, 1), ("/c", own, 1), ("/b", own, 2)]
      {
        let test = StubbedRun.Case { _ in
          stub(condition: isPath("/a")) { _ in throw URLError(.badURL) }
          stub(condition: isPath("/c"), expected: .any, response: .status(204))
          // The error leaves the test before this one is asked.
          stub(condition: isPath("/later"), expected: 1, response: .status(204))
          let error = Self.get("https://xctest.test\(path)")
          if let error = thrown ?? error { throw error }
        }
        let run = StubbedRun(test: test)
        test.perform(run)
        XCTAssertEqual(run.failures.count, count, "\(run.failures)")
      }
    }

    func testAnIssueThatComesAfterTheTestIsNotRecorded() {
      let gate = DispatchSemaphore(value: 0)
      let hasFailed = expectation(description: "the request has failed")
      let test = Recording { _ in
        let isOpen = satisfies("the gate is open") { _ in
          gate.wait()
          gate.signal()
          return false
        }
        stub(condition: isOpen, expected: .any, response: .status(204))
        URLSession.shared.dataTask(with: url("https://xctest.test/late")) { _, _, _ in
          // Behind what was put there to be recorded before.
          DispatchQueue.main.async { hasFailed.fulfill() }
        }.resume()
      }
      test.invokeTest()
      gate.signal()
      wait(for: [hasFailed], timeout: 60)
      XCTAssertEqual(test.failures.map(\.text), [])
    }

    func testAfterTheTestSharedAnswersAgain() {
      let test = Recording { _ in }
      test.invokeTest()
      XCTAssert(StubRegistry.current === StubRegistry.shared)
    }

    @discardableResult
    private static func get(_ address: String, by session: URLSession = .shared) -> (any Error)? {
      let isDone = DispatchSemaphore(value: 0)
      // The waiting orders what both threads do with it.
      nonisolated(unsafe) var ending: (any Error)?
      session.dataTask(with: url(address)) { _, _, error in
        ending = error
        isDone.signal()
      }.resume()
      isDone.wait()
      return ending
    }

    /// A test case without a registry, which keeps its failures to itself.
    private final class Plain: XCTestCase, @unchecked Sendable {
      // Unchecked: a request has ended when the next one is made.
      private(set) var places: [String] = []

      override func recordFailure(
        withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
        expected: Bool
      ) {
        places.append("\(filePath):\(lineNumber)")
      }
    }

    /// A test case that keeps its failures to itself.
    private final class Recording: StubbedTestCase {
      var policy = UnusedStubs.warning
      var onFailure: () -> Void = {}
      private(set) var failures: [(text: String, place: String)] = []
      private(set) var warnings: [String] = []

      override var unused: UnusedStubs { policy }

      convenience init(_ body: @escaping (XCTestCase) throws -> Void) {
        self.init(name: "recording", testClosure: body)
      }

      required init(name: String, testClosure: @escaping XCTestCaseClosure) {
        super.init(name: name, testClosure: testClosure)
      }

      override func recordFailure(
        withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
        expected: Bool
      ) {
        failures.append((description, "\(filePath):\(lineNumber)"))
        onFailure()
      }

      override func warn(_ line: String) {
        warnings.append(line)
      }
    }
  }

  /// A run of a test case that keeps what was recorded to itself.
  private final class StubbedRun: XCTestCaseRun {
    /// A test case that fails as any other does.
    final class Case: StubbedTestCase {
      convenience init(_ body: @escaping (XCTestCase) throws -> Void) {
        self.init(name: "recorded", testClosure: body)
      }

      required init(name: String, testClosure: @escaping XCTestCaseClosure) {
        super.init(name: name, testClosure: testClosure)
      }

      private(set) var warnings: [String] = []

      override var testRunClass: AnyClass? { StubbedRun.self }

      override func warn(_ line: String) { warnings.append(line) }
    }

    private(set) var failures: [String] = []

    override var totalFailureCount: Int { failures.count }

    override func start() {}
    override func stop() {}

    override func recordFailure(
      withDescription description: String, inFile filePath: String?, atLine lineNumber: Int,
      expected: Bool
    ) {
      failures.append(description)
    }
  }
#endif
