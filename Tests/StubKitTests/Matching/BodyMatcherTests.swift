import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct BodyMatcherTests {
  @Test func `hasBody compares bytes, and no body is an empty one`() throws {
    #expect(hasBody(Data("abc".utf8))(try .to(body: "abc")))
    #expect(!hasBody(Data("abc".utf8))(try .to(body: "abcd")))
    #expect(hasBody(Data())(try .to()))
  }

  @Test func `hasBody takes a text, too`() throws {
    #expect(hasBody("é")(try .to(body: "\u{E9}")))
    #expect(!hasBody("e")(try .to(body: "\u{E9}")))
    #expect(hasBody("")(try .to()))
  }

  @Test func `bodyContains looks for the text anywhere`() throws {
    #expect(bodyContains("é")(try .to(body: "caf\u{E9}s")))
    #expect(!bodyContains("É")(try .to(body: "caf\u{E9}s")))
    #expect(!bodyContains("a")(try .to()))
  }

  @Test(arguments: [
    ("^<a id=\"[0-9]+\">", "<a id=\"17\">…", true), ("^b", "a\nb", false), ("a.b", "a\nb", false),
    ("É", "caf\u{E9}", false), ("é$", "caf\u{E9}", true), ("^$", "", true), ("a", "", false),
  ])
  func `bodyMatches matches anywhere in the body`(
    pattern: String, body: String, expected: Bool
  ) throws {
    let request = try URLRequest.to(body: body)
    #expect(bodyMatches(pattern)(request) == expected)
    #expect(bodyMatches(try NSRegularExpression(pattern: pattern))(request) == expected)
  }

  @Test func `a search that ICU gives up is no match, also under a negation`() throws {
    let image = String(repeating: "iVBORw0K", count: 200_000)
    let request = try URLRequest.to(method: "POST", body: #"{"photo":"\#(image)"}"#)
    let matcher = bodyMatches(#""photo":"([A-Za-z0-9+/=])*""#)
    #expect(!matcher(request))
    #expect(!(!matcher)(request))
  }

  @Test func `bodyMatches takes options, regex literals, and bodies that are no text`() throws {
    let request = try URLRequest.to(body: "id: 1\nTotal: 7")
    #expect(bodyMatches("^total", options: [.anchorsMatchLines, .caseInsensitive])(request))
    #expect(bodyMatches(/Total: (\d)/)(request))
    #expect(!bodyMatches(/total/)(request))
    #expect(!bodyMatches("a")(try .to()))
    var image = try URLRequest.to()
    image.httpBody = Data([0x89, 0xFF, 0x50, 0x4E, 0x47, 0xC3])
    #expect(bodyMatches("PNG")(image))
  }

  @Test(
    arguments: [
      (["id": 1, "tags": ["a", nil]], #" { "tags": ["a", null], "id": 1.0 } "#, true),
      (["id": 1], #"{"id": true}"#, false),
      (["id": 1], #"{"id": 1, "x": 2}"#, false),
      (["id": 1], #"{"id": 1"#, false),
      ([1, 2], "[1,2]", true),
      ([1, 2], "[2,1]", false),
      ("text", "\"text\"", true),
      (3, "3", true),
      (nil, "null", true),
      (["a": nil], "{}", false),
      ([:], "{}", true),
      ([:], "", false),
    ] as [(StubJSON, String, Bool)])
  func `hasJsonBody compares values`(json: StubJSON, body: String, expected: Bool) throws {
    #expect(hasJsonBody(json)(try .to(body: body)) == expected)
  }

  @Test(
    arguments: [
      (["user": ["id": 1]], #"{"user": {"id": 1, "name": "Ann"}, "page": 2}"#, true),
      (["user": ["id": 1]], #"{"user": {"id": 2}}"#, false),
      (["user": ["id": 1]], #"{"id": 1}"#, false),
      (["a": nil], "{}", false),
      (["a": nil], #"{"a": null}"#, true),
      (["a": [["x": 1]]], #"{"a": [{"x": 1}], "b": 1}"#, true),
      (["a": [["x": 1]]], #"{"a": [{"x": 1, "y": 2}]}"#, false),
      (["a": [1]], #"{"a": [1, 2]}"#, false),
      ([:], #"{"a": 1}"#, true),
      ([:], "[]", false),
      ([1], "[1]", true),
    ] as [(StubJSON, String, Bool)])
  func `containsJson leaves members out at any depth of objects`(
    json: StubJSON, body: String, expected: Bool
  ) throws {
    #expect(containsJson(json)(try .to(body: body)) == expected)
  }

  @Test func `both forms of JSON compile, from literals and from values of any type`() throws {
    let request = try URLRequest.to(body: #"{"id": 1, "ok": true, "none": null}"#)
    let id: Any = 1
    let missing: String? = nil
    #expect(hasJsonBody(["id": 1, "ok": true, "none": nil])(request))
    #expect(hasJsonBody(["id": id, "ok": true, "none": missing])(request))
    #expect(hasJsonBody(["id": id as Any, "ok": NSNumber(value: true), "none": NSNull()])(request))
    let dictionary: [String: Any?] = ["id": 1, "ok": true, "none": nil]
    #expect(hasJsonBody(dictionary)(request))
    #expect(containsJson(["id": id])(request))
    #expect(containsJson(["id": 1])(request))
    #expect(containsJson([:])(request))
  }

  @Test(
    arguments: [
      (["a": "1", "b": "x y"], "b=x+y&a=1", true),
      (["b": "x y"], "b=x%20y", true),
      (["b": "x+y"], "b=x%2By", true),
      (["a": "1"], "a=1&b=2", false), (["a": "1"], "&a=1&", true),
      (["a": "1"], "a=1&a=1", false),
      (["a b": nil], "a+b", true),
      (["a": ""], "a", false),
      (["a": "%zz"], "a=%zz", true), (["a": "10% off é"], "a=10%+off+%C3%A9", true),
      ([:], "", true),
    ] as [([String: String?], String, Bool)])
  func `hasFormBody wants exactly the fields, decoded`(
    fields: [String: String?], body: String, expected: Bool
  ) throws {
    #expect(hasFormBody(fields)(try .to(body: body)) == expected)
  }

  @Test(
    arguments: [
      (["a": "1"], "b=x&a=1", true), (["a": "1"], "a=1", true), (["a": "1"], "a=2", false),
      (["a b": nil], "c=1&a+b", true), (["a": ""], "a", false),
      (["a": "1", "b": "2"], "a=1", false),
      ([:], "", true), ([:], "a=1", true), (["a": "1"], "", false),
    ] as [([String: String?], String, Bool)])
  func `containsFormBody wants these fields among others`(
    fields: [String: String?], body: String, expected: Bool
  ) throws {
    #expect(containsFormBody(fields)(try .to(body: body)) == expected)
  }

  @Test func `containsFormBody counts repeated fields`() throws {
    let tag = URLQueryItem(name: "tag", value: "a")
    #expect(containsFormBody(tag, tag)(try .to(body: "tag=a&b&tag=a&tag=a")))
    #expect(!containsFormBody(tag, tag)(try .to(body: "tag=a&tag=b")))
    #expect(containsFormBody(["tag": "a", "b": nil])(try .to(body: "tag=a&b")))
    let texts = ["tag": "a"]
    #expect(containsFormBody(texts)(try .to(body: "tag=a&b")))
  }

  private struct User: Encodable {
    var id = 7
    var name = "Ada"
    var born: Date?
  }

  @Test func `JSON may be what a value is encoded as`() throws {
    let user = try URLRequest.to(body: #"{"id": 7, "name": "Ada"}"#)
    #expect(hasJsonBody(User())(user))
    #expect(hasJsonBody([User()])(try .to(body: #"[{"id": 7, "name": "Ada"}]"#)))
    #expect(!hasJsonBody(User(id: 8))(user))
    #expect(
      containsJson(["user": User()])(try .to(body: #"{"user": {"id":7,"name":"Ada","x":1}}"#)))
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    let born = User(born: Date(timeIntervalSince1970: 1_000))
    let request = try URLRequest.to(body: #"{"id": 7, "name": "Ada", "born": 1000}"#)
    #expect(hasJsonBody(born, encoder: encoder)(request))
    #expect(!hasJsonBody(born)(request))
    #expect(containsJson(born, encoder: encoder)(request))
    let (id, list): (Int, [Any]) = (7, [1, "a"])
    #expect(hasJsonBody([id, "a", nil])(try .to(body: #"[7, "a", null]"#)))
    #expect(hasJsonBody(list)(try .to(body: #"[1, "a"]"#)))
    let (name, numbers, texts) = ("Ada", [1, 2], ["a": "b"])
    #expect(hasJsonBody(name)(try .to(body: #""Ada""#)))
    #expect(hasJsonBody(numbers)(try .to(body: "[1,2]")))
    #expect(hasJsonBody(texts)(try .to(body: #"{"a":"b"}"#)))
  }

  @Test func `JSON may be given as its bytes or its text`() throws {
    let request = try URLRequest.to(body: #"{"id": 7, "name": "Ada"}"#)
    #expect(hasJsonBody(Data(#"{"name":"Ada","id":7.0}"#.utf8))(request))
    #expect(hasJsonBody(text: #"{"name":"Ada","id":7.0}"#)(request))
    #expect(containsJson(Data(#"{"id":7}"#.utf8))(request))
    #expect(containsJson(text: #"{"id":7}"#)(request))
    #expect(!containsJson(text: #"{"id":8}"#)(request))
  }

  @Test func `hasFormBody counts repeated fields`() throws {
    let tag = URLQueryItem(name: "tag", value: "a")
    #expect(hasFormBody(tag, tag)(try .to(body: "tag=a&tag=a")))
    #expect(!hasFormBody(tag, tag)(try .to(body: "tag=a")))
    #expect(hasFormBody()(try .to()))
    let bare = URLQueryItem(name: "a", value: nil)
    let empty = URLQueryItem(name: "a", value: "")
    for _ in 0..<20 { #expect(hasFormBody(bare, empty)(try .to(body: "a=&a"))) }
  }

  @Test(arguments: [
    hasBody(Data()), bodyContains("a"), hasJsonBody([:]), containsJson([:]), hasFormBody([:]),
    isGraphQLOperation("A"), satisfies { _ in true }, bodyMatches("a"), containsFormBody([:]),
    isGraphQLQuery(), hasJsonBody(matching: .anything), containsJson(matching: .anything),
  ])
  func `a body that has not been read leaves the question open`(matcher: RequestMatcher) throws {
    #expect(verdict(matcher, try .to(), body: .unseen, sight: .full) == .open)
    #expect(verdict(matcher, try .to(), body: .seen(nil), sight: .full) != .open)
  }

  @Test func `a closure does not run at a glance`() throws {
    let matcher = satisfies { _ in
      Issue.record("it ran")
      return true
    }
    #expect(verdict(matcher, try .to(), body: .seen(nil), sight: .glance) == .open)
  }

  @Test func `a closure is given the body`() throws {
    #expect(satisfies { $0.body == Data("x".utf8) }(try .to(body: "x")))
    #expect(!satisfies("never") { _ in false }(try .to()))
    #expect(anyRequest()(try .to()))
  }
}
