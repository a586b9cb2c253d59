import Foundation
import StubKit
import Testing

struct SequenceTests {
  private func texts(_ response: StubResponse, turns: Int) -> [String] {
    (0..<turns).map { response.text(turn: $0) ?? response.complaint(turn: $0) ?? "?" }
  }

  @Test func `a sequence takes turns and goes on with the last`() {
    #expect(texts(.sequence(.text("a"), .text("b")), turns: 4) == ["a", "b", "b", "b"])
  }

  @Test func `sequences that stand too deep in each other say so`() {
    func nested(_ depth: Int) -> StubResponse {
      (0..<depth).reduce(.text("a")) { response, _ in .sequence(response) }
    }
    #expect(nested(100).text(turn: 0) == "a")
    #expect(
      nested(10_000).complaint(turn: 0)
        == "The stub's sequence nests sequences more than 100 deep: write the "
        + "responses one after the other.")
  }

  @Test func `a sequence can start again`() {
    #expect(
      texts(.sequence(.text("a"), .text("b"), then: .cycle), turns: 5) == ["a", "b", "a", "b", "a"])
  }

  @Test func `a sequence can come to an end`() {
    #expect(
      texts(.sequence(.text("a"), .text("b"), then: .fail), turns: 4) == [
        "a", "b",
        "The sequence of the stub has 2 responses, and this request comes after the last.",
        "The sequence of the stub has 2 responses, and this request comes after the last.",
      ])
    #expect(
      StubResponse.sequence(.text("a"), then: .fail).complaint(turn: 1)
        == "The sequence of the stub has 1 response, and this request comes after the last.")
  }

  @Test(arguments: [StubResponse.SequenceEnd.repeatLast, .fail, .cycle])
  func `an empty sequence says so`(end: StubResponse.SequenceEnd) {
    #expect(
      StubResponse.sequence([], then: end).complaint()
        == "The sequence of the stub is empty: give it at least one response.")
  }

  @Test func `a sequence inside counts its own turns`() {
    let inner = StubResponse.sequence(.text("x"), .text("y"), then: .cycle)
    #expect(texts(.sequence(.text("a"), inner), turns: 5) == ["a", "x", "y", "x", "y"])
    #expect(
      texts(.sequence(.text("a"), inner, then: .cycle), turns: 6) == ["a", "x", "a", "y", "a", "x"])
  }

  @Test func `modifiers of a sequence are for each element that has none of its own`() throws {
    let response = StubResponse.sequence(
      .text("a").delayed(by: .seconds(9)), .text("b", headers: ["X": "own"]), .status(404),
      .failure(.timedOut)
    ).delayed(by: .seconds(1)).with(status: 202).with(header: "X", value: "shared")

    #expect(
      (0..<4).map { response.times(turn: $0).first } == [
        .seconds(9), .seconds(1), .seconds(1), .seconds(1),
      ])
    #expect((0..<4).map { response.reply(turn: $0)?.status } == [202, 202, 404, nil])
    #expect(
      (0..<4).map { response.reply(turn: $0)?.headers["X"] } == ["shared", "own", "shared", nil])
  }

  @Test func `of two modifiers of a sequence the later counts`() {
    let response = StubResponse.sequence(.text("a")).delayed(by: .seconds(1))
      .delayed(by: .seconds(2)).with(status: 201).with(status: 202)
    #expect(response.times().first == .seconds(2))
    #expect(response.reply()?.status == 202)
  }

  @Test func `modifiers reach through nested sequences`() {
    let response = StubResponse.sequence(.sequence(.text("a"), .text("b")).with(status: 201))
      .with(status: 500).with(header: "X", value: "y").throttled(bytesPerSecond: 5)
    #expect(response.reply(turn: 1)?.status == 201)
    #expect(response.reply(turn: 1)?.headers["X"] == "y")
    #expect(response.times(turn: 1).last == .milliseconds(200))
  }

  @Test func `a negative turn is the first`() {
    #expect(StubResponse.sequence(.text("a"), .text("b")).text(turn: -7) == "a")
  }
}
