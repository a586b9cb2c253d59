import Foundation
import StubKit
import Testing

@testable import StubKitDrift

/// What is compared of two answers, and how it is said.
struct ShapeTests {
  struct Pair: Sendable, CustomTestStringConvertible {
    let stub: StubJSON
    let live: StubJSON
    let told: [String]

    init(_ stub: StubJSON, _ live: StubJSON, _ told: String...) {
      (self.stub, self.live, self.told) = (stub, live, told)
    }

    var testDescription: String { "\(stub) beside \(live)" }
  }

  static let pairs: [Pair] = [
    // Values are not compared.
    Pair(["id": 1, "name": "Ada"], ["id": 2, "name": ""]),
    Pair([1, 2], [3]),
    Pair(1.0, 2),
    Pair(2, 1.0),
    Pair(["a": []], ["a": [1]]),
    Pair(["a": [1]], ["a": []]),
    Pair(["a": nil], ["a": 1]),
    Pair(["a": nil], ["a": nil]),
    Pair([["a": 1], [:]], [["a": 1], [:], [:]]),
    // An object whose names are values is a table.
    Pair(["7": ["a": 1]], ["9": ["a": 2], "12": ["a": 3]]),
    Pair(["7": ["a": 1]], ["9": ["a": ""]], "[].a: a whole number | a string"),
    Pair(
      ["123e4567-e89b-12d3-a456-426614174000": 1], ["00000000-0000-0000-0000-00000000000A": nil],
      "[]: a whole number | null"),
    Pair(["unread": [:]], ["unread": ["7": 3]]),
    Pair(["unread": ["7": 3]], ["unread": [:]]),
    Pair(["unread": [3]], ["unread": ["7": 3]], "unread: a list | an object"),
    Pair(["unread": ["7": 3]], ["unread": [3]], "unread: an object | a list"),
    Pair(["2025": 1, "total": 1], ["2026": 2, "total": 2]),
    // Kinds.
    Pair(["a": 1], ["a": "1"], "a: a whole number | a string"),
    Pair(["a": 1], ["a": 1.5], "a: a whole number | a number with a fraction"),
    Pair([1, 1.5], [2.5]),
    Pair(["price": 9.99], ["price": 10]),
    Pair(["price": 9.99], ["price": "10"], "price: a number with a fraction | a string"),
    Pair(["a": true], ["a": 1], "a: a boolean | a whole number"),
    Pair(["a": [:]], ["a": []], "a: an object | a list"),
    Pair(["a": "x"], ["a": ["x"]], "a: a string | a list"),
    Pair(["x"], "x", "the body: a list | a string"),
    Pair([1], [1, "x"], "[]: a whole number | a whole number or a string"),
    Pair(["a": 1], ["a": nil], "a: a whole number | null"),
    Pair([1, 2], [1, nil, nil], "[]: a whole number | null in 2 of 3"),
    Pair([1, nil], [nil]),
    // Members.
    Pair(["a": 1], [:], "a: a whole number | missing"),
    Pair([:], ["a": 1], "! a: missing | a whole number"),
    Pair([["a": 1]], [["a": 1], [:], [:]], "[].a: a whole number | missing in 2 of 3"),
    Pair(
      ["a": ["b": ["c": ""]]], ["a": ["b": [:]]], "a.b.c: a string | missing"),
    // A name may be empty.
    Pair(["": 1], [:], #""": a whole number | missing"#),
    Pair(["": 1], ["": "x"], #""": a whole number | a string"#),
    Pair(["a": ["": ["b": 1]]], ["a": ["": ["b": ""]]], #"a."".b: a whole number | a string"#),
    Pair(
      ["a": 1, "b": 2], ["a": "x", "c": 1], "a: a whole number | a string",
      "b: a whole number | missing", "! c: missing | a whole number"),
  ]

  @Test(arguments: pairs)
  func `two answers are compared by their shape`(pair: Pair) {
    let differences = JSONShape(of: pair.stub).differences(from: JSONShape(of: pair.live))
    let told = differences.map {
      "\($0.isRemark ? "! " : "")\($0.place): \($0.stubbed) | \($0.live)"
    }
    #expect(told == pair.told)
  }

  struct Heads: Sendable {
    let stub: AnswerShape
    let live: AnswerShape
    let told: [String]

    init(
      _ stub: (Int, String?, String?), _ live: (Int, String?, String?), _ told: String...
    ) {
      func shape(_ answer: (status: Int, type: String?, body: String?)) -> AnswerShape {
        AnswerShape(
          status: answer.status, contentType: answer.type, body: answer.body.map { Data($0.utf8) })
      }
      (self.stub, self.live, self.told) = (shape(stub), shape(live), told)
    }
  }

  static let json = "application/json"

  @Test(arguments: [
    Heads((200, json, "1"), (201, "Application/JSON; charset=utf-8", "2")),
    Heads((200, json, "1"), (404, "text/html", "<p>"), "the status: 200 | 404"),
    Heads((200, json, "1"), (200, "text/json", "1"), "Content-Type: application/json | text/json"),
    Heads((200, json, "1"), (200, nil, "1"), "Content-Type: application/json | missing"),
    Heads((200, nil, "1"), (200, json, "1")),
    Heads((200, json, "1"), (200, json, "<p>"), "the body: JSON | no JSON"),
    Heads((200, json, "{}"), (204, json, ""), "the body: JSON | empty"),
    Heads((204, nil, ""), (200, json, "{}"), "the body: empty | JSON"),
    Heads((200, "text/plain", "a"), (200, "text/plain", "b")),
    // An answer to HEAD, or one whose body the log has no room for.
    Heads((200, json, nil), (200, json, "{}")),
    Heads((200, json, "{}"), (200, json, nil)),
  ])
  func `status, type and body are compared`(heads: Heads) {
    let told = heads.stub.differences(from: heads.live).map {
      "\($0.place): \($0.stubbed) | \($0.live)"
    }
    #expect(told == heads.told)
  }

  @Test(arguments: [401, 403, 404])
  func `a server may have refused only who says no credentials`(status: Int) {
    let stub = AnswerShape(status: 200, contentType: nil, body: nil)
    let live = AnswerShape(status: status, contentType: nil, body: nil)
    #expect(stub.differences(from: live).map(\.live) == ["\(status)"])
    let remark = status == 404 ? "" : ", asked without credentials"
    #expect(stub.differences(from: live, isAnonymous: true).map(\.live) == ["\(status)" + remark])
  }
}
