import Foundation
import StubKit
import TestPlaces
import Testing

struct FixtureTests {
  let directory: TemporaryFolder

  init() throws {
    directory = TemporaryFolder()
  }

  private func bundle() throws -> Bundle {
    try #require(Bundle(path: directory.url.path))
  }

  @Test func `a fixture is found in the bundle of the tests`() {
    #expect(StubResponse.fixture("numbers.json", in: .module).text() == "[3]\n")
    #expect(StubResponse.fixture("Fixtures/numbers.json", in: .module).text() == "[3]\n")
  }

  @Test func `a fixture may stand in folders`() throws {
    try directory.write("42", to: "users/by id/42.json")
    let bundle = try bundle()
    for name in ["users/by id/42.json", "/users/./by id/42.json", "users/../users/by id/42.json"] {
      #expect(StubResponse.fixture(name, in: bundle).text() == "42")
    }
    #expect(
      StubResponse.fixture("users/by id/42.json", in: bundle).reply()?.headers["Content-Type"]
        == "application/json")
  }

  @Test func `a missing fixture says where it was looked for`() throws {
    try directory.write("", to: "users.json")
    try directory.write("", to: "Fixtures/user.json")
    try directory.write("", to: "others/zebra.txt")
    let bundle = try bundle()
    let error = try #require(StubResponse.fixture("usr.json", in: bundle).fault() as? URLError)
    #expect(error.code == .fileDoesNotExist)
    let root = (bundle.resourceURL ?? bundle.bundleURL).path
    #expect(
      error.localizedDescription == """
        There is no fixture "usr.json" in the bundle \(bundle.bundlePath):
          looked at \(root)/usr.json
          looked at \(root)/Fixtures/usr.json
        Similar names there: "user.json", "users.json".
        """)
  }

  @Test func `a missing fixture may be in another folder`() throws {
    try directory.write("", to: "users/user.json")
    let bundle = try bundle()
    let error = try #require(StubResponse.fixture("user.json", in: bundle).fault() as? URLError)
    #expect(
      error.localizedDescription.hasSuffix("\nSimilar names there: \"users/user.json\"."))
    #expect(
      StubResponse.fixture("users/x/../user.json", in: bundle).reply()?.status == 200)
  }

  @Test func `a name that no file can have is like none`() throws {
    try directory.write("", to: "users.json")
    let name = String(repeating: "users", count: 2_000) + ".json"
    let text = try #require(StubResponse.fixture(name, in: try bundle()).complaint())
    #expect(
      text.hasSuffix(
        """
        /Fixtures/\(name)
        Add it to the target's resources, or correct its name.
        """))
    let file = directory.url.appendingPathComponent(name)
    #expect(
      StubResponse.file(file).complaint()?.hasSuffix(
        ": looked at \(file.path).\nPut it there, or correct its name.") == true)
  }

  @Test func `what cannot be seen in a name is escaped`() throws {
    try directory.write("", to: "users\u{202E}.json")
    let bundle = try bundle()
    let root = (bundle.resourceURL ?? bundle.bundleURL).path
    #expect(
      StubResponse.fixture("users\n.json", in: bundle).complaint() == """
        There is no fixture "users\\n.json" in the bundle \(bundle.bundlePath):
          looked at \(root)/users\\n.json
          looked at \(root)/Fixtures/users\\n.json
        Similar names there: "users\\u{202e}.json".
        """)
  }

  @Test(arguments: ["", "/", "."])
  func `a fixture needs a name`(name: String) throws {
    let text = try #require(StubResponse.fixture(name, in: try bundle()).complaint())
    #expect(text.hasPrefix("There must be a file for the stub's response, but "), "\(text)")
    #expect(text.hasSuffix(" is a directory."), "\(text)")
  }
}
