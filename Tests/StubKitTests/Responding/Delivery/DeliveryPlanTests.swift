import Foundation
import Testing

@testable import StubKit

struct DeliveryPlanTests {
  private let ten = StubResponse.text("0123456789")

  @Test func `without conditions everything happens at once`() {
    let plan = ten.plan()
    #expect(plan.lines == ["0.0 head", "0.0 chunk 0..<10", "0.0 finish"])
    #expect(plan.isImmediate)
  }

  @Test func `an empty body has no chunk`() {
    #expect(StubResponse.status(200).plan().lines == ["0.0 head", "0.0 finish"])
    #expect(ten.plan(to: .head).lines == ["0.0 head", "0.0 finish"])
  }

  @Test func `a delay and the latency come before the head`() {
    let plan = ten.delayed(by: .seconds(2))
      .plan(.init(network: NetworkProfile(latency: .milliseconds(500))))
    #expect(plan.lines == ["2.5 head", "2.5 chunk 0..<10", "2.5 finish"])
    #expect(!plan.isImmediate)
  }

  @Test func `a rate spreads the body over its slots`() {
    #expect(
      ten.throttled(bytesPerSecond: 40).plan().lines == [
        "0.0 head", "0.1 chunk 0..<4", "0.2 chunk 4..<8", "0.25 chunk 8..<10", "0.25 finish",
      ])
  }

  @Test func `a rate below a byte a slot lets bytes accumulate`() {
    #expect(
      StubResponse.text("abc").throttled(bytesPerSecond: 2).plan().lines == [
        "0.0 head", "0.5 chunk 0..<1", "1.0 chunk 1..<2", "1.5 chunk 2..<3", "1.5 finish",
      ])
  }

  @Test func `a response's network wins over the registry's`() {
    let registry = NetworkProfile(latency: .seconds(5), bytesPerSecondDown: 1)
    #expect(
      ten.throttled(to: NetworkProfile(latency: .seconds(1))).plan(.init(network: registry)).lines
        == ["1.0 head", "1.0 chunk 0..<10", "1.0 finish"])
    #expect(
      ten.throttled(bytesPerSecond: 100).plan(.init(network: registry)).lines
        == ["5.0 head", "5.1 chunk 0..<10", "5.1 finish"])
  }

  @Test func `a network that lets nothing through hangs`() {
    #expect(ten.throttled(bytesPerSecond: 0).plan().lines == ["0.0 head", "0.0 hang"])
    let conditions = DeliveryPlan.Conditions(
      network: NetworkProfile(bytesPerSecondUp: 0), uploadBytes: 5,
      timeLimits: TimeLimits(idle: .seconds(60)))
    #expect(ten.plan(conditions).lines == ["60.0 fail -1001"])
  }

  @Test func `chunks come an interval apart`() {
    #expect(
      ten.chunked(every: .seconds(1), size: 4).plan().lines == [
        "0.0 head", "1.0 chunk 0..<4", "2.0 chunk 4..<8", "3.0 chunk 8..<10", "3.0 finish",
      ])
    #expect(
      ten.chunked(every: .zero, size: 6).plan().lines
        == ["0.0 head", "0.0 chunk 0..<6", "0.0 chunk 6..<10", "0.0 finish"])
    #expect(ten.chunked(every: .zero, size: 1).plan().lines.count == 12)
  }

  @Test func `chunks wait for the rate as well`() {
    #expect(
      ten.chunked(every: .milliseconds(300), size: 5).throttled(bytesPerSecond: 10).plan().lines
        == ["0.0 head", "0.5 chunk 0..<5", "1.0 chunk 5..<10", "1.0 finish"])
  }

  @Test(arguments: [(0, ["0.0 head"]), (4, ["0.0 head", "0.0 chunk 0..<4"])])
  func `a connection breaks after so many bytes`(count: Int, beginning: [String]) {
    #expect(ten.dropping(afterBytes: count).plan().lines == beginning + ["0.0 fail -1005"])
    #expect(ten.truncated(afterBytes: count).plan().lines == beginning + ["0.0 finish"])
  }

  @Test func `a connection that breaks behind the body breaks before its end`() {
    #expect(
      ten.dropping(afterBytes: 10).plan().lines
        == ["0.0 head", "0.0 chunk 0..<10", "0.0 fail -1005"])
    #expect(ten.dropping(afterBytes: 11).plan().lines.last == "0.0 finish")
  }

  @Test func `of a drop and a truncation the later counts`() {
    let response = ten.truncated(afterBytes: 3)
    #expect(response.dropping(afterBytes: 4).plan().lines.last == "0.0 fail -1005")
    #expect(ten.dropping(afterBytes: 2).truncated(afterBytes: 3).plan().lines.last == "0.0 finish")
    #expect(response.reply()?.headers["Content-Length"] == "10")
  }

  @Test func `of a cut within a sequence and one of it the shorter counts`() {
    let truncated = StubResponse.sequence([ten.truncated(afterBytes: 3)])
    #expect(truncated.dropping(afterBytes: 2).plan().lines.last == "0.0 fail -1005")
    #expect(truncated.dropping(afterBytes: 4).plan().lines.last == "0.0 finish")
  }

  @Test func `a failure waits for its delay`() {
    let plan = StubResponse.failure(.cannotFindHost).delayed(by: .seconds(3))
      .plan(.init(uploadBytes: 100))
    #expect(plan.lines == ["3.0 fail -1003"])
  }

  @Test func `offline fails before anything happens`() throws {
    let plan = ten.delayed(by: .seconds(9)).plan(.init(network: .offline, uploadBytes: 10))
    #expect(plan.lines == ["0.0 fail -1009"])
    #expect(plan.isImmediate)
  }

  @Test func `an upload takes its time`() {
    let network = NetworkProfile(latency: .seconds(1), bytesPerSecondUp: 20)
    #expect(
      ten.plan(.init(network: network, uploadBytes: 5)).lines == [
        "0.1 sent 2", "0.2 sent 4", "0.25 sent 5", "1.25 head", "1.25 chunk 0..<10", "1.25 finish",
      ])
    let plan = ten.plan(.init(uploadBytes: 5))
    #expect(plan.lines.first == "0.0 sent 5")
    #expect(plan.isImmediate)
  }

  @Test func `a hang never ends by itself`() {
    #expect(StubResponse.hang.plan().lines == ["0.0 hang"])
    #expect(StubResponse.hang.plan(.init(uploadBytes: 1)).lines == ["0.0 sent 1", "0.0 hang"])
    #expect(StubResponse.hang.plan().isImmediate)
    #expect(!StubResponse.hang.plan(.init(timeLimits: TimeLimits(idle: .seconds(1)))).isImmediate)
  }

  @Test func `a source is pulled once the head is there`() {
    let response = StubResponse.stream { AsyncStream<Data> { $0.finish() } }
    let plan = response.delayed(by: .seconds(1)).plan()
    #expect(plan.lines == ["1.0 head"])
    #expect(plan.cursorAtSource != nil)
    #expect(!response.plan().isImmediate)
    #expect(response.plan(to: .head).lines == ["0.0 head", "0.0 finish"])
  }

  @Test(arguments: [
    (2.0, 4.0, ["2.0 head", "2.4 chunk 0..<1", "6.0 finish"]),
    (0.5, 0.0, ["0.5 head", "0.5 chunk 0..<10", "0.5 finish"]),
    (0.0, -0.02, ["0.0 head", "0.1 chunk 0..<2", "0.5 finish"]),
  ])
  func `request and response times mean what they mean elsewhere`(
    requestTime: Double, responseTime: Double, expected: [String]
  ) {
    let lines = ten.requestTime(requestTime, responseTime: responseTime).plan().lines
    #expect([lines[0], lines[1], lines.last] == expected)
  }

  @Test(arguments: [
    (StubResponse.status(500), [TimeLimits()], ["1.0 head", "3.0 finish"]),
    (.status(204), [TimeLimits()], ["1.0 head", "3.0 finish"]),
    (.status(500).dropping(afterBytes: 0), [TimeLimits()], ["1.0 head", "3.0 fail -1005"]),
    (.status(500), [TimeLimits(idle: .seconds(1.5))], ["1.0 head", "2.5 fail -1001"]),
  ])
  func `a body without bytes takes its time as well`(
    response: StubResponse, limits: [TimeLimits], expected: [String]
  ) {
    let conditions = DeliveryPlan.Conditions(timeLimits: limits[0])
    #expect(response.requestTime(1, responseTime: 2).plan(conditions).lines == expected)
    let atASpeed = response.requestTime(1, responseTime: -2).plan(conditions).lines
    #expect(atASpeed.map { $0.prefix(4) } == ["1.0 ", "1.0 "])
  }

  @Test(
    arguments: [
      (
        StubResponse.text("a").delayed(by: .seconds(-1)),
        ".delayed(by: -1.0 seconds, jitter: 0.0 seconds): no time can be negative"
      ),
      (
        .text("a").delayed(by: .zero, jitter: .seconds(-2)),
        ".delayed(by: 0.0 seconds, jitter: -2.0 seconds): no time can be negative"
      ),
      (
        .text("a").chunked(every: .seconds(1), size: 0),
        ".chunked(every: 1.0 seconds, size: 0): no time can be negative, and a chunk has at least 1 byte"
      ),
      (
        .text("a").dropping(afterBytes: -1), ".dropping(afterBytes: -1): a count cannot be negative"
      ),
      (
        .text("a").truncated(afterBytes: -3),
        ".truncated(afterBytes: -3): a count cannot be negative"
      ),
      (
        .text("a").requestTime(-1, responseTime: 0),
        ".requestTime(-1.0, responseTime: 0.0): the request takes 0 seconds or more, and the response a "
          + "number of them"
      ),
      (
        .text("a").requestTime(1, responseTime: .nan),
        ".requestTime(1.0, responseTime: nan): the request takes 0 seconds or more, and the response a "
          + "number of them"
      ),
      (
        .text("a").throttled(bytesPerSecond: -1),
        ".throttled(bytesPerSecond: -1): a count cannot be negative"
      ),
    ] as [(StubResponse, String)])
  func `a number that means nothing is a mistake`(response: StubResponse, mistake: String) {
    #expect(
      response.fault()?.localizedDescription
        == "The stub's response has a mistake: \(mistake).")
  }

  @Test(arguments: [
    NetworkProfile(latency: .seconds(-1)), NetworkProfile(jitter: .seconds(-2)),
    NetworkProfile(bytesPerSecondDown: -3), NetworkProfile(bytesPerSecondUp: -4),
  ])
  func `a network with a negative number is a mistake`(network: NetworkProfile) {
    let own = StubResponse.text("a").throttled(to: network).plan()
    let registrys = StubResponse.text("a").plan(DeliveryPlan.Conditions(network: network))
    for plan in [own, registrys] {
      #expect(plan.lines == ["0.0 fail -1011"])
      guard case .failure(let error) = plan.content else { continue }
      #expect(
        error.localizedDescription
          == "The stub's response has a mistake: \(network), its own or the registry's: no number can be "
          + "negative; nil is no limit, and 0 bytes let nothing through.")
    }
    #expect(StubResponse.text("a").throttled(to: .wifi).plan().lines.last != "0.0 fail -1011")
  }

  @Test func `an event with a negative time is a mistake`() {
    let stream = StubResponse.stream([.text("a"), .text("b", after: .seconds(-1))])
    let events = StubResponse.serverSentEvents(["a", .init(data: "b", after: .seconds(-1))])
    for response in [stream, events] {
      #expect(response.plan().lines.last == "0.0 fail -1011")
    }
    #expect(
      StubResponse.serverSentEvents([.init(data: "a", retry: .seconds(-1))]).complaint()
        == "The stub's response has a mistake: retry: -1.0 seconds: no time can be negative.")
  }

  @Test(arguments: [Duration.zero, .seconds(Int64.max)])
  func `absurd durations do not overflow`(duration: Duration) {
    let network = NetworkProfile(
      latency: duration, jitter: duration, bytesPerSecondDown: 1, bytesPerSecondUp: 1)
    let response = StubResponse.stream([.data(Data("ab".utf8), after: duration), .finish])
      .delayed(by: duration, jitter: duration).chunked(every: duration, size: .max)
    let conditions = DeliveryPlan.Conditions(
      network: network, uploadBytes: 3,
      timeLimits: TimeLimits(idle: duration, total: duration))
    #expect(!response.plan(conditions).lines.isEmpty)
    #expect(!ten.requestTime(.infinity, responseTime: -.infinity).plan(conditions).lines.isEmpty)
  }
}
