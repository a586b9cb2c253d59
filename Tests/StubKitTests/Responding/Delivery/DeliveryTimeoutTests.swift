import Foundation
import Testing

@testable import StubKit

struct DeliveryTimeoutTests {
  private let ten = StubResponse.text("0123456789")

  private func lines(
    _ response: StubResponse, idle: Duration? = nil, total: Duration? = nil, upload: Int = 0,
    network: NetworkProfile? = nil
  ) -> [String] {
    response.plan(
      .init(
        network: network, uploadBytes: upload, timeLimits: TimeLimits(idle: idle, total: total))
    ).lines
  }

  @Test func `a head that is late times out at that very moment`() {
    #expect(lines(ten.delayed(by: .seconds(6)), idle: .seconds(5)) == ["5.0 fail -1001"])
    #expect(lines(ten.delayed(by: .seconds(6)), total: .seconds(5)) == ["5.0 fail -1001"])
    #expect(lines(.hang, idle: .seconds(60)) == ["60.0 fail -1001"])
    #expect(lines(.hang, idle: .seconds(60), total: .seconds(7)) == ["7.0 fail -1001"])
  }

  @Test func `the error says which of the limits was reached, and names it whole`() {
    let limits = TimeLimits(idle: .seconds(5), total: .seconds(10)).spending(.seconds(6))
    #expect(
      limits.error.localizedDescription
        == "The request timed out: it was not complete after 10.0 seconds.")
    #expect(
      TimeLimits(idle: .seconds(5), total: .seconds(10)).error.localizedDescription
        == "The request timed out: nothing arrived for 5.0 seconds.")
  }

  @Test func `what has passed before the delivery counts`() {
    func lines(_ response: StubResponse, waited: Duration, spent: Duration) -> [String] {
      var limits = TimeLimits(idle: .seconds(5), total: .seconds(20))
      limits.spent = spent
      return response.plan(.init(timeLimits: limits, waited: waited)).lines
    }
    let late = ten.delayed(by: .seconds(3))
    #expect(lines(late, waited: .seconds(2), spent: .seconds(2)).last == "3.0 finish")
    #expect(lines(late, waited: .seconds(3), spent: .seconds(3)) == ["2.0 fail -1001"])
    #expect(lines(.hang, waited: .seconds(3), spent: .seconds(3)) == ["2.0 fail -1001"])
    let slow = ten.chunked(every: .seconds(4), size: 5)
    #expect(lines(slow, waited: .seconds(4), spent: .seconds(4)).last == "8.0 finish")
    #expect(
      lines(slow, waited: .zero, spent: .seconds(13))
        == ["0.0 head", "4.0 chunk 0..<5", "7.0 fail -1001"])
  }

  @Test func `what is due exactly at the timeout still happens`() {
    #expect(
      lines(ten.delayed(by: .seconds(5)), idle: .seconds(5), total: .seconds(5))
        == ["5.0 head", "5.0 chunk 0..<10", "5.0 finish"])
    #expect(
      lines(ten.delayed(by: .seconds(5) + .nanoseconds(1)), idle: .seconds(5))
        == ["5.0 fail -1001"])
  }

  @Test func `progress starts the idle time anew`() {
    let slow = ten.chunked(every: .seconds(4), size: 5)
    #expect(lines(slow, idle: .seconds(5)).last == "8.0 finish")
    #expect(lines(slow, idle: .seconds(3)) == ["0.0 head", "3.0 fail -1001"])
    #expect(
      lines(slow, idle: .seconds(5), total: .seconds(7))
        == ["0.0 head", "4.0 chunk 0..<5", "7.0 fail -1001"])
  }

  @Test func `a stream that pauses too long times out`() {
    let stream = StubResponse.stream([
      .data(Data("a".utf8), after: .seconds(1)), .data(Data("b".utf8), after: .seconds(9)),
    ])
    #expect(lines(stream, idle: .seconds(5)) == ["0.0 head", "1.0 piece a", "6.0 fail -1001"])
  }

  @Test func `an upload is progress`() {
    let network = NetworkProfile(latency: .seconds(3), bytesPerSecondUp: 1)
    #expect(
      lines(ten, idle: .seconds(2), upload: 3, network: network)
        == ["1.0 sent 1", "2.0 sent 2", "3.0 sent 3", "5.0 fail -1001"])
  }

  @Test func `a failure that is late times out as well`() {
    #expect(
      lines(.failure(.cannotFindHost).delayed(by: .seconds(9)), idle: .seconds(1))
        == ["1.0 fail -1001"])
  }

  @Test func `a timeout says how long it took`() throws {
    func complaint(_ plan: DeliveryPlan) -> String? {
      plan.lazy.compactMap { step -> String? in
        guard case .fail(let error) = step.action else { return nil }
        return error.localizedDescription
      }.first
    }
    #expect(
      complaint(StubResponse.hang.plan(.init(timeLimits: TimeLimits(idle: .milliseconds(1_500)))))
        == "The request timed out: nothing arrived for 1.5 seconds.")
    #expect(
      complaint(StubResponse.hang.plan(.init(timeLimits: TimeLimits(total: .seconds(2)))))
        == "The request timed out: it was not complete after 2.0 seconds.")
  }
}
