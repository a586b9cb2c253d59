import Foundation
import StubKitTesting
import Testing

@testable import StubKit
@testable import StubKitContracts

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a test is told that asks a description for what it does not have.
@Suite struct MistakenAnswerTests {
  private static let text = """
    openapi: 3.1.0
    servers: [{ url: https://a.test }]
    paths:
      /users:
        get:
          operationId: getUsers
          responses:
            "200":
              content:
                application/json:
                  examples:
                    many: { value: [1, 2] }
                    odd: { summary: no value }
            4XX: {}
        post: { operationId: addUser, responses: { "204": {} } }
    """

  @Test func `an operation that is not described`() throws {
    let api = try OpenAPI(Data(Self.text.utf8))
    func finding(_ name: String) -> String {
      StubRegistry().stub(api, name).condition.mistake ?? ""
    }
    #expect(
      finding("getusers").contains(
        #"stub(api, "getusers"): openapi.yaml has no such operation; it has getUsers"#),
      "\(finding("getusers"))")
    #expect(finding("remove").hasSuffix("; it has addUser, getUsers"), "\(finding("remove"))")
  }

  @Test(
    arguments: [
      (
        500, nil,
        "openapi.yaml: getUsers has no response with the status 500: it describes 200, 4XX"
      ),
      (nil, "few", #"openapi.yaml: getUsers has no example "few": it has many, odd"#),
      (
        nil, "odd",
        """
        openapi.yaml: the example "odd" of getUsers has no value that can be read \
        (paths/~1users/get/responses/200/content/application~1json/examples/odd)
        """
      ),
    ] as [(Int?, String?, String)])
  func `a response or an example that is not described`(
    status: Int?, example: String?, message: String
  ) async throws {
    let registry = StubRegistry()
    registry.stub(
      try OpenAPI(Data(Self.text.utf8)), "getUsers", status: status, example: example)
    let url = try #require(URL(string: "https://a.test/users"))
    let error = await #expect(throws: URLError.self) {
      _ = try await registry.session.data(from: url)
    }
    #expect(error?.localizedDescription == message)
  }

  @Test(.stubbed) func `the functions without a registry answer in the test's scope`() async throws
  {
    let api = try OpenAPI(Data(Self.text.utf8))
    let all = stub(api, server: "https://b.test")
    let one = stub(api, "getUsers", example: "many")
    for (host, stub) in [("a", one), ("b", all.first { $0.name == "getUsers" })] {
      let url = try #require(URL(string: "https://\(host).test/users"))
      let (data, _) = try await URLSession.shared.data(from: url)
      #expect(stub?.requests.map(\.url) == [url])
      #expect(host == "b" || data == Data("[1,2]".utf8))
    }
  }

  @Test func `a description that cannot be read fails what is checked by it`() throws {
    let check: OpenAPI = .openAPI("none.yaml", in: .main)
    let stub = StubRegistry().stub(check, "getUsers")
    let finding = try #require(stub.condition.mistake)
    #expect(finding.contains("none.yaml"), "\(finding)")
    #expect(!finding.contains("no such operation"), "\(finding)")
  }
}
