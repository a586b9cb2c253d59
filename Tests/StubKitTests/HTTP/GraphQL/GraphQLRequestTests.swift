import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a request says of the GraphQL operation that it asks for.
struct GraphQLRequestTests {
  private func operation(_ body: String) throws -> StubRequest.GraphQL? {
    StubRequest(try .to(method: "POST", body: body)).graphQL
  }

  @Test func `the name, the text and the variables are read from a body`() throws {
    let graphQL = try #require(
      try operation(#"{"query": "query GetUser($id: ID!) { user }", "variables": {"id": 7}}"#))
    #expect(graphQL.operation == "GetUser")
    #expect(graphQL.query == "query GetUser($id: ID!) { user }")
    #expect(graphQL.variables["id"]?.integer == 7)
  }

  @Test(
    arguments: [
      (#"{"query": "{ user }"}"#, nil, "{ user }", nil),
      (#"{"operationName": "A", "variables": {}}"#, "A", nil, [:]),
      (
        #"{"operationName": "B", "query": "query A { a } query B { b }"}"#, "B",
        "query A { a } query B { b }", nil
      ),
      // A server refuses it, for it does not say which is meant.
      (#"{"query": "query A { a } query B { b }"}"#, nil, "query A { a } query B { b }", nil),
      (
        #"[{"query": "mutation A { a }"}, {"query": "query B { b }"}]"#, "A", "mutation A { a }",
        nil
      ),
    ] as [(String, String?, String?, StubJSON?)])
  func `what is not sent is nil, and of a batch it is the first`(
    body: String, name: String?, query: String?, variables: StubJSON?
  ) throws {
    let graphQL = try #require(try operation(body))
    #expect(graphQL.operation == name)
    #expect(graphQL.query == query)
    #expect(graphQL.variables == variables)
  }

  @Test(arguments: ["", "hello", "{}", #"{"query": "shoes"}"#, #"{"query": 1}"#, "[]"])
  func `another body is no operation`(body: String) throws {
    #expect(try operation(body) == nil)
  }

  @Test(
    arguments: [
      ("%7B%22id%22%3A7%7D", ["id": 7]), ("%7B%22id%22%3A+7%7D", ["id": 7]),
      ("%7B%22id%22%3A%22a+b%22%7D", ["id": "a+b"]),
      ("%7B%22id%22%3A+%22a%2Bb+c%22%7D", ["id": "a+b c"]), ("%7B%22id%22%3A++%7D", nil),
    ] as [(String, StubJSON?)])
  func `it is read from a URL, too`(encoded: String, variables: StubJSON?) throws {
    let request = try URLRequest.to(
      "https://a.test/graphql?query=query%20A%20%7B%20a%20%7D&variables=\(encoded)")
    let graphQL = try #require(StubRequest(request).graphQL)
    #expect(graphQL.operation == "A")
    #expect(graphQL.variables == variables)
  }

  @Test func `a search is no operation`() throws {
    #expect(StubRequest(try .to("https://a.test/?query=shoes")).graphQL == nil)
  }

  @Test func `it is printed without secrets`() throws {
    let graphQL = try #require(
      try operation(
        #"{"query": "mutation SignIn { a }", "variables": {"password": "hunter2-x", "user": "ada"}}"#
      ))
    let text = #"SignIn {"password":"REDACTED","user":"ada"} "mutation SignIn { a }""#
    #expect(graphQL.description == text)
    var dumped = ""
    dump(graphQL, to: &dumped)
    #expect(!dumped.contains("hunter2"))
  }
}
