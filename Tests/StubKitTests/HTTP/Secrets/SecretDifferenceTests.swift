import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a report says of how a secret differs from what the test has written for it.
struct SecretDifferenceTests {
  /// The line of a report on one criterion.
  private func line(
    _ condition: RequestMatcher, query: String = "", headers: [String: String] = [:],
    body: String? = nil
  ) throws -> String {
    let request = try URLRequest.to(
      "https://a.test/\(query)", method: "POST", headers: headers, body: body)
    return condition.evaluate(StubRequest(request)).description
  }

  @Test(arguments: [
    ("BEARER OLD", "the same but for upper and lower case"),
    ("Bearer  old", "another one, 11 characters, the same up to character 7"),
    ("Bearer%20old", "another one, 12 characters, the same up to character 6"),
    ("Bearer old1", "another one, 11 characters, the same up to character 10"),
    ("my Bearer old", "another one, 13 characters"),
    ("Bearer o", "another one, 8 characters, the same up to character 8"),
    ("rer old", "another one, 7 characters"),
    ("Bearer new-token-1234", "another one, 21 characters, the same up to character 7"),
    ("Basic new-token-1234", "another one, 20 characters"),
    ("Bea", "another one, 3 characters"),
  ])
  func `a text`(found: String, difference: String) throws {
    let text = try line(
      hasHeaderNamed("X-Api-Key", value: "Bearer old"), headers: ["X-Api-Key": found])
    #expect(text.contains("REDACTED"))
    #expect(text.hasSuffix(" (\(difference))"), "\(text)")
    #expect(!text.contains("token-1234"))
  }

  @Test(
    arguments: [
      (
        hasHeaderNamed("Authorization", value: "Bearer old-12"), "",
        ["Authorization": "bearer Old-12"], nil, "the same but for upper and lower case"
      ),
      (
        hasBearerToken("token-1234"), "", ["Authorization": "Bearer Token-1234"], nil,
        "the same but for upper and lower case"
      ),
      (
        hasBasicAuth(user: "ann", password: "right1"), "", ["Authorization": "Basic YW5uOnJpZ2h0"],
        nil, "another one, 5 characters, the same up to character 5"
      ),
      (
        hasCookie("sid", value: "s3ss10n"), "", ["Cookie": "sid=s3ss10n-2"], nil,
        "another one, 9 characters, the same up to character 7"
      ),
      (
        containsQuery(["token": "abc-123", "page": "1"]), "?token=ABC-123&page=2", [:], nil,
        "the same but for upper and lower case"
      ),
      (
        hasExactQuery(["token": "abc-123"]), "?token=abc-12345", [:], nil,
        "another one, 9 characters, the same up to character 7"
      ),
      (
        hasFormBody(["user": "bob", "password": "right"]), "", [:], "user=ann&password=Right",
        "the same but for upper and lower case"
      ),
      (
        hasJsonBody(["n": 1, "password": "right-1"]), "", [:],
        #"{"n": 2, "password": "right-123"}"#,
        "another one, 9 characters, the same up to character 7"
      ),
      (
        isAbsoluteURLString("https://a.test/?token=abc-123"), "?token=ABC-123", [:], nil,
        "the same but for upper and lower case"
      ),
      (
        hasBody("password=right-1"), "", [:], "password=right-123",
        "another one, 18 characters, the same up to character 16"
      ),
      (
        hasJsonBody(matching: ["n": .anyNumber, "in": [["password": "right-1"]]]), "", [:],
        #"{"n": 2, "in": [{"password": "right-123"}]}"#,
        "another one, 9 characters, the same up to character 7"
      ),
      (
        isGraphQLOperation("SignIn", variables: ["password": "right-1"]), "", [:],
        #"{"query": "mutation SignIn { signIn }", "variables": {"password": "right-123"}}"#,
        "another one, 9 characters, the same up to character 7"
      ),
      (
        hasMultipartPart(named: "password", body: "right-1"), "",
        ["Content-Type": "multipart/form-data; boundary=b"],
        "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nright-123\r\n--b--\r\n",
        "another one, 9 characters, the same up to character 7"
      ),
    ] as [(RequestMatcher, String, [String: String], String?, String)])
  func `a place`(
    condition: RequestMatcher, query: String, headers: [String: String], body: String?,
    difference: String
  ) throws {
    let text = try line(condition, query: query, headers: headers, body: body)
    #expect(text.contains("REDACTED"))
    #expect(text.contains("(\(difference))"), "\(text)")
  }

  @Test func `a text that nobody would read is not compared`() {
    let long = String(repeating: "x", count: 10_000)
    #expect((long + "y").secretDifference(from: long) == "another one, 10001 bytes")
  }

  @Test func `the report says which setting shows it`() throws {
    let registry = StubRegistry()
    registry.given(hasBearerToken("token-1234"), line: 3)
    let request = try URLRequest.to(
      "https://a.test/x", headers: ["Authorization": "Bearer Token-1234"])
    #expect(registry.explain(request).contains("registry.showsSecrets = true shows it."))
    registry.showsSecrets = true
    #expect(!registry.explain(request).contains("showsSecrets"))
  }
}
