import StubKitOHHTTPStubs
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A test case as many projects have it: stubs for the process, which `tearDown` removes.
///
/// A POST that is behind a 302 arrives as a POST, and nothing is said on standard error.
final class SignInStoryTests: XCTestCase {
  /// The client under test.
  private struct Client {
    let session = URLSession(configuration: .default)

    func signIn(_ user: String) async throws -> String {
      guard let url = URL(string: "https://older.test/session") else { throw URLError(.badURL) }
      var request = URLRequest(url: url)
      request.httpMethod = "POST"
      request.httpBody = Data("user=\(user)".utf8)
      request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
      let (data, _) = try await session.data(for: request)
      return try JSONDecoder().decode([String: String].self, from: data)["token"] ?? ""
    }
  }

  @available(*, deprecated)
  override func tearDown() {
    HTTPStubs.removeAllStubs()
    HTTPStubs.afterStubFinish(nil)
    super.tearDown()
  }

  @available(*, deprecated)
  func testAPostBehindA302SignsIn() async throws {
    let finished = Notes()
    let said = try await StandardError.during {
      stub(condition: isHost("older.test") && isPath("/session") && isMethodPOST()) { _ in
        OHHTTPStubsResponse(
          data: Data(), statusCode: 302, headers: ["Location": "https://eu.older.test/session"])
      }
      OHHTTPStubs.stubRequests(
        passingTest: { request in
          request.url?.host == "eu.older.test" && request.httpMethod == "POST"
        },
        withStubResponse: { request in
          let isAda = request.httpBody == Data("user=Ada".utf8)
          return OHHTTPStubsResponse(
            jsonObject: ["token": isAda ? "t-1" : "none"], statusCode: 201, headers: nil)
        })
      OHHTTPStubs.afterStubFinish { request, _, response, _ in
        finished.add("\(request.url?.host ?? "") \(response.statusCode)")
      }
      let token = try await Client().signIn("Ada")
      XCTAssertEqual(token, "t-1")
      XCTAssertEqual(OHHTTPStubs.allStubs().count, 2)
      OHHTTPStubs.removeAllStubs()
      FileHandle.standardError.write(Data("the last line\n".utf8))
    }
    XCTAssertEqual(finished.all, ["older.test 302", "eu.older.test 201"])
    XCTAssertEqual(said, "the last line\n")
    XCTAssert(OHHTTPStubs.allStubs().isEmpty)
  }
}

/// What the process writes to standard error.
private enum StandardError {
  /// What is written while an operation runs; it does not get any further.
  static func during(_ operation: () async throws -> Void) async throws -> String {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).txt")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let handle = try FileHandle(forWritingTo: file)
    let before = dup(STDERR_FILENO)
    dup2(handle.fileDescriptor, STDERR_FILENO)
    defer {
      dup2(before, STDERR_FILENO)
      close(before)
    }
    try await operation()
    return try String(contentsOf: file, encoding: .utf8)
  }
}
