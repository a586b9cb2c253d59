import Foundation
import Testing

@testable import StubKit
@testable import StubKitExploring

struct NetworkFaultTests {
  private static let json = StubResponse.json(["id": 1, "name": "Ada", "tags": ["a"]])

  private static func applied(_ fault: NetworkFault, to response: StubResponse) throws
    -> ResolvedResponse?
  {
    fault.change(try #require(response.resolved(turn: 0, to: .get)), .get)
  }

  /// What comes of an answer, in a word.
  private static func word(_ answer: ResolvedResponse?) -> String {
    guard let answer else { return "-" }
    switch answer.content {
    case .failure(let error): return "error \((error as? URLError)?.code.rawValue ?? 0)"
    case .hang: return "nothing"
    case .reply(let reply):
      var text = "\(reply.head.status) "
      if case .data(let data) = reply.body { text += String(decoding: data, as: UTF8.self) }
      if let cut = answer.delivery.cut { text += " cut at \(cut.byteCount)" }
      if answer.delivery.pause != nil { text += " slowly" }
      if let after = reply.head.headers["Retry-After"] { text += "after \(after)" }
      return text
    }
  }

  @Test func `every fault does what its name says`() throws {
    var table: [String] = []
    for fault in [NetworkFault].all where fault.name != "captive portal" {
      table.append("\(fault): \(Self.word(try Self.applied(fault, to: Self.json)))")
    }
    #expect(
      table == [
        "offline: error -1009", "DNS failure: error -1003", "timeout: nothing",
        "TLS failure: error -1200", "connection lost: error -1005",
        #"cut off: 200 {"id":1,"name":"Ada","tags":["a"]} cut at 17"#, "500: 500 ",
        "503, Retry-After: 503 after 1", "429, Retry-After: 429 after 1", "401: 401 ",
        "empty body: 200 ",
        #"truncated body: 200 {"id":1,"name":"A"#,
        "damaged body: 200 {\"id\":1,\"name\":\"A\u{FFFD}a\",\"tags\":[\"a\"]}",
        #"wrong type: 200 {"id":"unknown","name":"Ada","tags":["a"]}"#,
        #"slow: 200 {"id":1,"name":"Ada","tags":["a"]} slowly"#,
      ])
    let portal = Self.word(try Self.applied(.captivePortal, to: Self.json))
    #expect(portal.hasPrefix("200 <!DOCTYPE html>"))
  }

  @Test func `an answer that ends early is cut off earlier`() throws {
    let short = StubResponse.text("0123456789").dropping(afterBytes: 4)
    #expect(Self.word(try Self.applied(.cutOff, to: short)) == "200 0123456789 cut at 2")
  }

  @Test func `damage changes any body`() throws {
    for byte: UInt8 in [0, 0x41, 0xFF] {
      let body = Data(repeating: byte, count: 3)
      guard case .reply(let reply) = try Self.applied(.damagedBody, to: .data(body))?.content,
        case .data(let damaged) = reply.body
      else {
        Issue.record("\(byte) is not damaged.")
        continue
      }
      #expect(damaged != body && damaged.count == 3, "\(byte)")
    }
  }

  @Test func `a fault that cannot happen to an answer does not`() throws {
    let ofBodies: [NetworkFault] = [
      .cutOff, .emptyBody, .truncatedBody, .damagedBody, .wrongType,
    ]
    for fault in ofBodies {
      #expect(try Self.applied(fault, to: .status(204)) == nil, "\(fault)")
      #expect(try Self.applied(fault, to: .failure(.timedOut)) == nil, "\(fault)")
    }
    #expect(try Self.applied(.wrongType, to: .text("no JSON")) == nil)
    #expect(try Self.applied(.wrongType, to: .json([:])) == nil)
    #expect(try Self.applied(.truncatedBody, to: .text("x")) == nil)
    #expect(try Self.applied(.slow, to: .hang) == nil)
    #expect(try Self.applied(.offline, to: .failure(.timedOut)) != nil)
  }

  @Test(arguments: [
    (#"{"a":{"b":[]},"c":null,"d":true}"#, #"{"a":{"b":[]},"c":null,"d":"yes"}"#),
    (#"{"b":2,"a":1}"#, #"{"a":"unknown","b":2}"#), (#"[{"a":"text"}]"#, #"[{"a":7}]"#),
    (#"["text",1]"#, "[7,1]"),
    ("[[],[1.5]]", #"[[],["unknown"]]"#),
  ])
  func `the first field with a value gets one of another type`(before: String, after: String)
    throws
  {
    let changed = try Self.applied(.wrongType, to: .json(text: before))
    #expect(Self.word(changed) == "200 \(after)")
  }

  @Test func `the length goes with the body`() throws {
    let answer = try #require(try Self.applied(.truncatedBody, to: .text("12345678")))
    guard case .reply(let reply) = answer.content else { throw URLError(.unknown) }
    #expect(reply.head.headers["Content-Length"] == "4")
    #expect(reply.body.length == 4)
  }

  @Test func `a slow answer is as slow as its body can be`() throws {
    func lines(_ response: StubResponse) throws -> [String] {
      DeliveryPlan(for: try #require(try Self.applied(.slow, to: response)), under: .init()).lines
    }
    let text = try lines(.text("0123456789"))
    #expect(text.first == "5.0 head")
    #expect(text.last == "30.0 finish")
    #expect(try lines(.status(204)) == ["5.0 head", "5.0 finish"])
    let stream = StubResponse.stream([.data(Data("ab".utf8), after: .seconds(1))])
    #expect(try lines(stream) == ["5.0 head", "6.0 piece ab", "6.0 finish"])
    let trickle = try lines(stream.throttled(bytesPerSecond: 1))
    #expect(trickle == ["5.0 head", "7.0 piece a", "8.0 piece b", "8.0 finish"])
  }

  @Test func `one's own fault answers as it says`() throws {
    let fault = NetworkFault("sold out", answering: .json(["left": 0], status: 409))
    #expect(Self.word(try Self.applied(fault, to: Self.json)) == #"409 {"left":0}"#)
    #expect(Self.word(try Self.applied(.failure(.badURL), to: Self.json)) == "error -1000")
    #expect(NetworkFault.failure(.badURL).name == "error -1000")
  }
}
