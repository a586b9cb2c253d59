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

  @Test func `bodyContains looks for the text anywhere`() throws {
    #expect(bodyContains("é")(try .to(body: "caf\u{E9}s")))
    #expect(!bodyContains("É")(try .to(body: "caf\u{E9}s")))
    #expect(!bodyContains("a")(try .to()))
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
      (["a": "1"], "a=1&b=2", false),
      (["a": "1"], "a=1&a=1", false),
      (["a b": nil], "a+b", true),
      (["a": ""], "a", false),
      (["a": "%zz"], "a=%zz", true),
      ([:], "", true),
    ] as [([String: String?], String, Bool)])
  func `hasFormBody wants exactly the fields, decoded`(
    fields: [String: String?], body: String, expected: Bool
  ) throws {
    #expect(hasFormBody(fields)(try .to(body: body)) == expected)
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
    (#"{"operationName": "GetUser", "query": "…"}"#, true),
    (#"{"operationName": "Other", "query": "query GetUser { a }"}"#, false),
    (#"{"query": "query GetUser($id: ID = {a: 1}) { user(id: $id) { name } }"}"#, true),
    (#"{"operationName": null, "query": "mutation GetUser { a }"}"#, true),
    (#"{"query": "subscription GetUser { a }"}"#, true),
    (##"{"query": "# query Other {\nfragment query on User { x } query  GetUser{a}"}"##, true),
    (#"{"query": "{ query GetUser }"}"#, false),
    (#"{"query": "query { user(name: \"} query GetUser {\") }"}"#, false),
    (#"{"query": "query GetUsers { a }"}"#, false),
    (#"{"query": "{ a }"}"#, false),
    (#"[{"query": "query A { a }"}, {"query": "query GetUser { a }"}]"#, true),
    (#"{"query": 1}"#, false),
    ("GetUser", false),
    ("", false),
  ])
  func `isGraphQLOperation finds the operation's name`(body: String, expected: Bool) throws {
    let request = try URLRequest.to(method: "POST", body: body)
    #expect(isGraphQLOperation("GetUser")(request) == expected)
  }

  @Test(arguments: [
    ("operationName=GetUser", true), ("operationName=Other&query=query%20GetUser%7Ba%7D", false),
    ("query=query%20GetUser%7Ba%7D", true), ("query=query+GetUser+%7Ba%7D", true),
    ("query=GetUser", false),
  ])
  func `isGraphQLOperation reads the URL of a GET`(query: String, expected: Bool) throws {
    #expect(isGraphQLOperation("GetUser")(try .to("https://a.com/graphql?" + query)) == expected)
  }

  @Test(arguments: [
    hasBody(Data()), bodyContains("a"), hasJsonBody([:]), containsJson([:]), hasFormBody([:]),
    isGraphQLOperation("A"), satisfies { _ in true },
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
