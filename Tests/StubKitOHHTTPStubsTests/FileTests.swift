import StubKitOHHTTPStubs
import StubKitTesting
import XCTest

/// Files by path, Mocktail files by name, and the speeds.
final class FileTests: StubbedTestCase {
  /// A folder that serves as a bundle.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).bundle")

    init(_ files: [String: String]) throws {
      for (name, text) in files {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
    }

    var bundle: Bundle? { Bundle(path: url.path) }

    deinit { try? FileManager.default.removeItem(at: url) }
  }

  private static let users = "GET\n/users$\n203\ntext/plain\n\nAda"
  private static let posts = "GET\n/posts$\n200\ntext/plain\n\nnone"

  @available(*, deprecated)
  func testAMocktailFileIsFoundByItsName() async throws {
    let folder = try Folder(["users.tail": Self.users])
    let descriptor = try HTTPStubs.stubRequests(usingMocktailNamed: "users", in: folder.bundle)
    let answer = try await ask("http://a.test/users")
    XCTAssertEqual(answer.status, 203)
    XCTAssertEqual(answer.text, "Ada")
    XCTAssertEqual(descriptor.name, "users.tail")
    XCTAssert(HTTPStubs.removeStub(descriptor))
  }

  @available(*, deprecated)
  func testAllMocktailFilesOfAFolderAreFound() async throws {
    let folder = try Folder(["tails/users.tail": Self.users, "tails/posts.tail": Self.posts])
    let stubs = try HTTPStubs.stubRequestsUsingMocktails(atPath: "tails", in: folder.bundle)
    XCTAssertEqual(stubs.count, 2)
    let answer1 = try await ask("http://a.test/posts")
    XCTAssertEqual(answer1.text, "none")
  }

  @available(*, deprecated)
  func testAMocktailFileThatIsMissingIsSaidToBe() throws {
    let folder = try Folder(["users.tail": "nonsense"])
    XCTAssertThrowsError(
      try HTTPStubs.stubRequests(usingMocktailNamed: "posts", in: folder.bundle)
    ) {
      XCTAssertEqual($0.localizedDescription, "The bundle has no posts.tail.")
    }
    XCTAssertThrowsError(
      try HTTPStubs.stubRequests(usingMocktail: folder.url.appendingPathComponent("users.tail"))
    ) {
      XCTAssert($0 is ArchiveError)
    }
  }

  @available(*, deprecated)
  func testAPathIsThatOfAFileThatIsThere() throws {
    let folder = try Folder(["users.json": "[]", "more/posts.json": "[]", "plain": ""])
    let bundle = try XCTUnwrap(folder.bundle)
    XCTAssert(OHPathForFileInBundle("users.json", bundle)?.hasSuffix("/users.json") == true)
    XCTAssert(
      OHPathForFileInBundle("more/posts.json", bundle)?.hasSuffix("more/posts.json") == true)
    XCTAssert(OHPathForFileInBundle("plain", bundle)?.hasSuffix("/plain") == true)
    XCTAssertNil(OHPathForFileInBundle("none.json", bundle))
    XCTAssertNil(OHPathForFile("none.json", HTTPStubs.self))
    XCTAssertNil(OHResourceBundle("none", HTTPStubs.self))
    XCTAssert(OHPathForFileInDocumentsDir("a.json")?.hasSuffix("/a.json") == true)
  }

  @available(*, deprecated)
  func testSpeedsAreOHHTTPStubsOwn() {
    let speeds = [
      OHHTTPStubsDownloadSpeed1KBPS, OHHTTPStubsDownloadSpeedSLOW, OHHTTPStubsDownloadSpeedGPRS,
      OHHTTPStubsDownloadSpeedEDGE, OHHTTPStubsDownloadSpeed3G, OHHTTPStubsDownloadSpeed3GPlus,
      OHHTTPStubsDownloadSpeedWifi,
    ]
    XCTAssertEqual(speeds, [-1, -1, -7, -16, -400, -900, -1500])
  }
}
