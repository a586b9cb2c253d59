import Foundation
import StubKit
import Testing

struct FlakinessTests {
  private func pattern(_ response: StubResponse, turns: Int = 2_000) -> [Bool] {
    (0..<turns).map { response.fault(turn: $0) != nil }
  }

  @Test func `the same seed fails the same requests`() {
    let response = StubResponse.text("a").flaky(rate: 0.5, seed: 7)
    #expect(pattern(response) == pattern(.status(200).flaky(rate: 0.5, seed: 7)))
    #expect(pattern(response) != pattern(.text("a").flaky(rate: 0.5, seed: 8)))
  }

  @Test(arguments: [(0.1, UInt64(0)), (0.25, 1), (0.5, .max), (0.9, 42)])
  func `the rate is the share that fails`(rate: Double, seed: UInt64) {
    let failures = pattern(.text("a").flaky(rate: rate, seed: seed)).filter { $0 }.count
    // Four standard deviations at most, and the seeds are fixed.
    let deviation = (2_000 * rate * (1 - rate)).squareRoot()
    #expect(abs(Double(failures) - 2_000 * rate) < 4 * deviation)
  }

  @Test(arguments: [-1, .nan, 7, .infinity] as [Double])
  func `a rate that is no share is a mistake`(rate: Double) {
    #expect(
      StubResponse.text("a").flaky(rate: rate, seed: 3).fault(turn: 5)?.localizedDescription
        == "The stub's response has a mistake: .flaky(rate: \(rate), …): a rate is a share from 0 to 1, "
        + "such as 0.3 for 30 %.")
  }

  @Test(arguments: [(0.0, false), (1, true)])
  func `at the ends of the scale nothing is left to chance`(rate: Double, fails: Bool) {
    #expect(pattern(.text("a").flaky(rate: rate, seed: 3)).allSatisfy { $0 == fails })
  }

  @Test func `a sequence is as flaky as its claims, unless an element says otherwise`() {
    let single = pattern(.text("a").flaky(rate: 0.5, seed: 7), turns: 100)
    let sequence = StubResponse.sequence(.text("a"), .text("b"), .text("c"), then: .cycle)
    #expect(pattern(sequence.flaky(rate: 0.5, seed: 7), turns: 100) == single)
    #expect(
      pattern(
        .sequence(.text("a"), .text("b").flaky(rate: 0, seed: 0), then: .cycle)
          .flaky(rate: 1, seed: 0), turns: 4) == [true, false, true, false])
  }

  @Test func `a sequence in place of an error counts its own failures`() {
    let inner = StubResponse.sequence(.text("x"), .text("y"))
    let flaky = StubResponse.text("b").flaky(rate: 1, seed: 0, with: inner)
    func texts(_ response: StubResponse) -> [String?] { (0..<4).map { response.text(turn: $0) } }
    #expect(texts(.sequence(.text("a"), flaky)) == ["a", "x", "y", "y"])
    #expect(texts(.sequence(.text("a"), flaky, then: .cycle)) == ["a", "x", "a", "y"])
    let whole = StubResponse.sequence(.text("a"), .text("b")).flaky(rate: 1, seed: 0, with: inner)
    #expect(texts(whole) == ["x", "y", "y", "y"])
    let twice = StubResponse.text("a").flaky(
      rate: 0.5, seed: 7, with: .text("b").flaky(rate: 1, seed: 0, with: inner))
    let all = (0..<40).map { twice.text(turn: $0) }.filter { $0 != "a" }
    #expect(all.first == "x" && all.dropFirst().allSatisfy { $0 == "y" } && all.count > 2)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a sequence in place of an error is found as fast for a late request`() {
    let late = Int(Int32.max) * 1_000
    let inner = StubResponse.sequence(.text("x"), .text("y"))
    #expect(StubResponse.text("a").flaky(rate: 1, seed: 0, with: inner).text(turn: late) == "y")
    let ending = StubResponse.sequence(.text("x"), .text("y"), then: .fail)
    #expect(StubResponse.text("a").flaky(rate: 1, seed: 0, with: ending).fault(turn: late) != nil)
    #expect(StubResponse.text("a").flaky(rate: 1, seed: 0, with: ending).text(turn: 1) == "y")
  }

  @Test func `an earlier share fails of what a later one leaves`() {
    let both = StubResponse.text("a").flaky(rate: 0.5, seed: 7)
      .flaky(rate: 0.5, seed: 8, with: .status(503))
    let later = pattern(.text("a").flaky(rate: 0.5, seed: 8), turns: 100)
    let earlier = pattern(.text("a").flaky(rate: 0.5, seed: 7), turns: 100)
    let statuses = (0..<100).map { both.reply(turn: $0)?.status }
    #expect(statuses == zip(later, earlier).map { $0 ? 503 : $1 ? nil : 200 })
    #expect(Set(statuses).count == 3)
  }

  @Test func `the error is the one that was asked for`() {
    let error = StubResponse.text("a").flaky(rate: 1, seed: 0, error: .dnsLookupFailed).fault()
    #expect((error as? URLError)?.code == .dnsLookupFailed)
    #expect(error?.localizedDescription == "The host name could not be looked up.")
  }

  @Test func `another response can take the place of an error, at the same requests`() {
    let response = StubResponse.text("a").flaky(rate: 0.5, seed: 7, with: .text("b", status: 503))
    let statuses = (0..<100).map { response.reply(turn: $0)?.status }
    let failing = pattern(.text("a").flaky(rate: 0.5, seed: 7), turns: 100)
    #expect(statuses == failing.map { $0 ? 503 : 200 })
  }

  @Test func `the other response is delivered as the first, as far as it does not say itself`() {
    let other = StubResponse.status(503)
    let response = StubResponse.text("a").delayed(by: .seconds(2))
    #expect(response.flaky(rate: 1, seed: 0, with: other).times().first == .seconds(2))
    #expect(
      response.flaky(rate: 1, seed: 0, with: other.delayed(by: .seconds(1))).times().first
        == .seconds(1))
    #expect(
      StubResponse.text("a").flaky(rate: 1, seed: 0, with: other).delayed(by: .seconds(3)).times()
        .first == .seconds(3))
  }

  @Test func `the other response may be flaky, a sequence or the network`() {
    let response = StubResponse.text("a")
    let flaky = response.flaky(rate: 1, seed: 0, with: .text("b").flaky(rate: 1, seed: 1))
    #expect((flaky.fault() as? URLError)?.code == .networkConnectionLost)
    let sequence = response.flaky(rate: 1, seed: 0, with: .sequence(.text("b"), .text("c")))
    #expect((0...1).map { sequence.text(turn: $0) } == ["b", "c"])
    #expect(response.flaky(rate: 1, seed: 0, with: .passThrough).isLetOut)
    #expect(!StubResponse.passThrough.flaky(rate: 1, seed: 0, with: .status(503)).isLetOut)
  }

  @Test func `a sequence of other responses goes on with each failure`() {
    let other = StubResponse.sequence(.text("b"), .text("c"), .text("d"), then: .fail)
    let response = StubResponse.text("a").flaky(rate: 0.3, seed: 42, with: other)
    let texts = (0..<12).compactMap { response.text(turn: $0) }.filter { $0 != "a" }
    #expect(texts == ["b", "c", "d"].prefix(texts.count).map(\.self))
    #expect(!texts.isEmpty)
    #expect((0..<4).contains { response.text(turn: $0) == "a" })
  }

  @Test func `flaky responses that stand too deep in each other say so`() {
    func nested(_ depth: Int) -> StubResponse {
      (0..<depth).reduce(.text("a")) { other, _ in
        .status(500).flaky(rate: 1, seed: 0, with: other)
      }
    }
    #expect(nested(100).text(turn: 0) == "a")
    #expect(
      nested(10_000).complaint()
        == "The stub's flaky response nests responses more than 100 deep: give `with:` "
        + "a plain response.")
  }
}
