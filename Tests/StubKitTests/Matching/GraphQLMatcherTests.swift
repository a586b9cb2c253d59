import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct GraphQLMatcherTests {
  private func post(_ body: String) throws -> URLRequest { try .to(method: "POST", body: body) }

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
    // Which of them is meant has to be said: a server refuses it otherwise.
    (#"{"query": "query GetUser { a } query Other { b }"}"#, false),
    (#"{"query": "query GetUser { a } query Other { b }", "operationName": ""}"#, false),
    (#"{"query": "query GetUser { a } query Other { b }", "operationName": "GetUser"}"#, true),
    (#"[{"query": "query A { a } query GetUser { b }"}, {"query": "query GetUser { a }"}]"#, true),
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
    ("query=GetUser", false), ("query=query%20GetUser%7Ba%7Dquery%20B%7Ba%7D", false),
  ])
  func `isGraphQLOperation reads the URL of a GET`(query: String, expected: Bool) throws {
    #expect(isGraphQLOperation("GetUser")(try .to("https://a.com/graphql?" + query)) == expected)
  }

  @Test(arguments: [
    ("{ a }", "query"), ("query { a }", "query"),
    ("mutation($id: ID!) { a(id: $id) { id } }", "mutation"),
    (
      "query A($o: O = {b: [1, {c: 2}]}) @live(if: {x: 1}) { a } mutation B { b }",
      "query A, mutation B"
    ),
    ("query @cached(ttl: 5) { a }", "query"), ("query ($a: Int) Name { a }", "query"),
    ("fragment query on mutation { a } subscription S { a }", "subscription S"),
    ("fragment F on T @d(x: {y: 1}) { a } { ...F }", "query"),
    ("# mutation M { a }\r\nquery # comment\n Q # { \n { a }", "query Q"),
    (#"{ a(s: "} mutation M {") }"#, "query"),
    (#"{ a(s: """ "} mutation M { \""" """) } query Q { b }"#, "query, query Q"),
    (#""describes it" query Q { b }"#, "query Q"),
    ("query query { query } mutation mutation { mutation }", "query query, mutation mutation"),
    ("\u{FEFF},, query,Q,{a}", "query Q"), ("type Query { a: Int } { b }", "query"),
    ("mutation Half", "mutation Half"), ("mutation", "mutation"),
    ("shoes", ""), ("", ""), ("}}} ) ]", ""), ("}} { a } query", "query, query"),
    (#"query Q { a(s: "\"#, "query Q"), ("query Q { a(s: \"", "query Q"),
  ])
  func `a document holds these operations`(text: String, operations: String) {
    let found = GraphQLDocument(text).operations.map { operation in
      operation.kind.rawValue + (operation.name.map { " " + $0 } ?? "")
    }
    #expect(found.joined(separator: ", ") == operations)
  }

  @Test(arguments: [
    (#"{"query": "{ a }"}"#, GraphQLDocument.Kind.query),
    (#"{"query": "mutation { a }"}"#, .mutation),
    (#"{"query": "query A { a } mutation B { b }", "operationName": "B"}"#, .mutation),
    (#"{"query": "query A { a } mutation B { b }", "operationName": "A"}"#, .query),
    (#"{"query": "mutation A { a }", "operationName": "a"}"#, .mutation),
    (#"{"query": "query A { a } mutation B { b }", "operationName": "C"}"#, nil),
    (#"{"query": "query A { a } query B { b }"}"#, nil),
    (#"{"query": "subscription { a }"}"#, .subscription),
    (#"{"operationName": "GetUser"}"#, nil), (#"{"query": "shoes"}"#, nil), ("", nil), ("{}", nil),
  ])
  func `isGraphQLQuery and isGraphQLMutation read what the operation does`(
    body: String, kind: GraphQLDocument.Kind?
  ) throws {
    #expect(isGraphQLQuery()(try post(body)) == (kind == .query))
    #expect(isGraphQLMutation()(try post(body)) == (kind == .mutation))
  }

  @Test func `a batch is both if it holds both`() throws {
    let batch = try post(#"[{"query": "{ a }"}, {"query": "mutation { a }"}, 1]"#)
    #expect((isGraphQLQuery() && isGraphQLMutation())(batch))
    let variables = try post(
      #"[{"operationName": "A", "variables": {"x": 1}}, {"operationName": "B"}]"#)
    #expect(isGraphQLOperation("A", variables: ["x": 1])(variables))
    #expect(!isGraphQLOperation("B", variables: ["x": 1])(variables))
  }

  @Test(
    arguments: [
      (["id": 7], true), (["id": 7.0, "input": ["name": "Ada"]], true), ([:], true),
      (["id": .anyNumber, "tags": .unordered(["b", "a"])], true),
      (["input": ["name": .matching("^A")]], true), (["id": 8], false), (["other": nil], false),
      (["tags": ["a"]], false), (["id": .anyString], false),
      (["input": ["name": .matching("b")]], false),
    ] as [(JSONPattern, Bool)])
  func `variables contain at least what is asked for`(
    variables: JSONPattern, expected: Bool
  ) throws {
    let json = #"{"id": 7, "tags": ["a", "b"], "input": {"name": "Ada", "age": 36}}"#
    let request = try post(#"{"query": "query GetUser { a }", "variables": \#(json)}"#)
    #expect(isGraphQLOperation("GetUser", variables: variables)(request) == expected)
    #expect(!isGraphQLOperation("GetUsers", variables: variables)(request))
    let text = json.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let address = "https://a.com/graphql?operationName=GetUser&variables=" + text
    #expect(isGraphQLOperation("GetUser", variables: variables)(try .to(address)) == expected)
  }

  @Test func `variables may be values of any type`() throws {
    let request = try post(#"{"operationName": "A", "variables": {"id": 7, "at": null}}"#)
    let id: Any = 7
    let values: [String: Any?] = ["id": id, "at": nil]
    #expect(isGraphQLOperation("A", variables: values)(request))
    #expect(isGraphQLOperation("A", variables: .value(["id": 7]))(request))
    #expect(isGraphQLOperation("A", variables: ["id": 7] as [String: Int])(request))
    struct Variables: Encodable {
      let id: Int
    }
    #expect(isGraphQLOperation("A", variables: Variables(id: 7))(request))
    #expect(!isGraphQLOperation("A", variables: Variables(id: 8))(request))
    let date: [String: Any?] = ["at": Date()]
    #expect(
      isGraphQLOperation("A", variables: date).mistake
        == #"isGraphQLOperation("A", variables: …): $.at: a Date is not a JSON value; write it in one form, such as a text"#
    )
  }

  @Test(arguments: [
    (
      "", "a name cannot be empty; isGraphQLQuery() and isGraphQLMutation() match those without one"
    ),
    ("{", "a name has letters, digits and \"_\" only, and begins with no digit"),
    ("1A", "a name has letters, digits and \"_\" only, and begins with no digit"),
    ("Get User", "a name has letters, digits and \"_\" only, and begins with no digit"),
    ("Übersicht", "a name has letters, digits and \"_\" only, and begins with no digit"),
    ("query GetUser", "write the name alone: isGraphQLOperation(\"GetUser\")"),
    ("mutation AddUser($id: ID!) { a }", "write the name alone: isGraphQLOperation(\"AddUser\")"),
  ])
  func `a name that no operation can have is a mistake`(name: String, reason: String) {
    let literal = name.swiftLiteral
    #expect(isGraphQLOperation(name).mistake == "isGraphQLOperation(\(literal)): \(reason)")
    let more = isGraphQLOperation(name, variables: ["id": 7])
    #expect(more.mistake == "isGraphQLOperation(\(literal), variables: [\"id\": 7]): \(reason)")
    #expect(isGraphQLOperation(name, variables: ["id": 7] as [String: Any?]).mistake != nil)
    #expect(isGraphQLOperation("_a1B").mistake == nil)
  }

  @Test(arguments: [
    #"{"query": "query Ping { a }"}"#, #"{"query": "query Ping { a }", "variables": null}"#,
  ])
  func `no variables are at least none`(body: String) throws {
    let request = try post(body)
    #expect(isGraphQLOperation("Ping", variables: [:])(request))
    #expect(!isGraphQLOperation("Ping", variables: ["a": 1])(request))
    #expect(StubRequest(request).graphQL?.variables == nil)
  }

  @Test func `what the URL leaves out is read from the body`() throws {
    let address = "https://a.com/graphql?operationName=AddUser"
    let body = #"{"query": "mutation AddUser { a }", "variables": {"id": 7}}"#
    let request = try URLRequest.to(address, method: "POST", body: body)
    #expect(isGraphQLMutation()(request))
    #expect(!isGraphQLQuery()(request))
    #expect(isGraphQLOperation("AddUser", variables: ["id": 7])(request))
    #expect(!isGraphQLOperation("AddUser", variables: ["id": 8])(request))
    let operation = StubRequest(request).graphQL
    #expect(operation?.operation == "AddUser")
    #expect(operation?.query == "mutation AddUser { a }")
    #expect(operation?.variables == ["id": 7])
    #expect(isGraphQLOperation("AddUser")(try .to(address)))
    #expect(!isGraphQLMutation()(try .to(address)))
    #expect(isGraphQLQuery()(try .to("https://a.com/?query=%7Ba%7D")))
    #expect(isGraphQLMutation()(try .to("https://a.com/?query=mutation+M%7Ba%7D")))
    #expect(verdict(isGraphQLQuery(), try .to(address), body: .unseen, sight: .glance) == .open)
    #expect(
      verdict(isGraphQLOperation("B"), try .to(address), body: .unseen, sight: .glance) == .no)
  }

  @Test(arguments: [
    (
      isGraphQLOperation("A"), #"{"query": "query B { a }"}"#,
      #"✗ isGraphQLOperation("A"): the operation is the query "B""#
    ),
    (
      isGraphQLOperation("A"), #"{"query": "{ a }"}"#,
      #"✗ isGraphQLOperation("A"): the operation is a query without a name"#
    ),
    (
      isGraphQLOperation("A"), #"{"query": "query A { a } query B { b }"}"#,
      #"✗ isGraphQLOperation("A"): it could be the query "A" and the query "B", and operationName "#
        + "does not say which"
    ),
    (
      isGraphQLOperation("X"), #"{"operationName": "X", "query": "query A { a } query B { b }"}"#,
      #"✗ isGraphQLOperation("X"): operationName is "X", but no operation in the query has that name"#
    ),
    (
      isGraphQLQuery(), #"{"query": "query A { a } mutation { b }"}"#,
      #"✗ isGraphQLQuery(): it could be the query "A" and a mutation without a name, and "#
        + "operationName does not say which"
    ),
    (
      isGraphQLOperation("A"), #"{"operationName": "B"}"#,
      #"✗ isGraphQLOperation("A"): the operation is "B""#
    ),
    (
      isGraphQLMutation(), #"[{"query": "{ a }"}, {"query": "query B { a }"}]"#,
      "✗ isGraphQLMutation(): the operations are a query without a name and the query \"B\""
    ),
    (
      isGraphQLQuery(), #"{"operationName": "B"}"#,
      #"✗ isGraphQLQuery(): the operation is "B", whose text is not sent"#
    ),
    (
      isGraphQLQuery(), #"{"query": "shoes"}"#,
      "✗ isGraphQLQuery(): the text holds no operation"
    ),
    (
      isGraphQLOperation("A", variables: ["id": 7, "n": .anyString]),
      #"{"operationName": "A", "variables": {"id": 8}}"#,
      #"✗ isGraphQLOperation("A", variables: ["id": 7, "n": .anyString]): "#
        + "$.variables.id: expected 7, found 8; $.variables.n: expected .anyString, found nothing"
    ),
    (
      isGraphQLOperation("A", variables: ["id": 7]), #"{"operationName": "A"}"#,
      #"✗ isGraphQLOperation("A", variables: ["id": 7]): the operation is "A", without variables"#
    ),
  ])
  func `a report says which operation it is`(
    matcher: RequestMatcher, body: String, text: String
  ) throws {
    #expect(matcher.evaluate(StubRequest(try post(body))).description == text)
  }
}
