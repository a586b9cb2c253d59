import StubKitOHHTTPStubs
import StubKitTesting
import XCTest

/// The resources of the target that a test is in.
final class ResourceTests: StubbedTestCase {
  @available(*, deprecated)
  func testAFileIsFoundThroughTheClassOfATest() throws {
    let path = try XCTUnwrap(OHPathForFile("older-users.json", type(of: self)))
    XCTAssertEqual(try String(contentsOfFile: path, encoding: .utf8), "[{\"id\": 7}]\n")
    XCTAssertEqual(
      Bundle.module.path(forResource: "older-users", ofType: "json").map(Self.resolved),
      Self.resolved(path))
    XCTAssertNil(OHPathForFile("none.json", type(of: self)))
  }

  @available(*, deprecated)
  func testAClassOfAnotherTargetHasOtherFiles() {
    XCTAssertNil(OHPathForFile("older-users.json", HTTPStubs.self))
    XCTAssertNil(OHPathForFile("older-users.json", NSObject.self))
  }

  /// Nested and private classes say more of where they are than others.
  @available(*, deprecated)
  func testAFileIsFoundThroughAnyClassOfTheTarget() {
    final class Local {}
    XCTAssertNotNil(OHPathForFile("older-users.json", Local.self))
    XCTAssertNotNil(OHPathForFile("older-users.json", Nested.Deeper<Int>.self))
  }

  private enum Nested {
    final class Deeper<Value> {}
  }

  @available(*, deprecated)
  func testAFileIsFoundThroughTheBundleOfAClass() throws {
    let bundle = Bundle(for: type(of: self))
    let path = try XCTUnwrap(OHPathForFileInBundle("older-users.json", bundle))
    XCTAssertEqual(
      Self.resolved(path), OHPathForFile("older-users.json", type(of: self)).map(Self.resolved))
    XCTAssertNotNil(OHPathForFileInBundle("older-users.json", .module))
    XCTAssertNil(OHPathForFileInBundle("none.json", bundle))
  }

  @available(*, deprecated)
  func testABundleIsFoundAmongTheResources() throws {
    let bundle = try XCTUnwrap(OHResourceBundle("Older", type(of: self)))
    let path = try XCTUnwrap(OHPathForFileInBundle("note.txt", bundle))
    XCTAssertEqual(try String(contentsOfFile: path, encoding: .utf8), "in a bundle\n")
    XCTAssertNil(OHResourceBundle("None", type(of: self)))
  }

  @available(*, deprecated)
  func testMessagesAndMocktailsAreFoundThere() async throws {
    let bundle = Bundle(for: type(of: self))
    try HTTPStubs.stubRequests(usingMocktailNamed: "older", in: bundle)
    stub(condition: isPath("/saved")) { _ in
      HTTPStubsResponse(named: "older-saved", in: Bundle(for: ResourceTests.self))
    }
    let older = try await ask("http://a.test/older")
    XCTAssertEqual(older.text, "Ada")
    let saved = try await ask("http://a.test/saved")
    XCTAssertEqual([saved.text, "\(saved.status)"], ["saved", "203"])
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}
