import Foundation
import StubKit
import TestPlaces
import Testing

@testable import StubKitRecording

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Files of every kind, by their names in a bundle and by their URLs.
struct ArchivesInBundlesTests {
  let directory: TemporaryFolder

  init() throws {
    directory = TemporaryFolder()
    let mocktail = "GET\n/greeting\n200\ntext/plain\n\nhello"
    let entry = """
      {"request": {"method": "GET", "url": "http://a.test/greeting"},
       "response": {"status": 200, "content": {"text": "hello"}}}
      """
    try directory.write("HTTP/1.1 200 OK\nX-Kind: curl\n\nhello", to: "Fixtures/greeting.http")
    try directory.write(mocktail, to: "Fixtures/greeting.tail")
    try directory.write(mocktail, to: "Fixtures/Mocktails/deep/greeting.tail")
    try directory.write(#"{"log": {"entries": [\#(entry)]}}"#, to: "greeting.har")
    try directory.write("hello", to: "Site/greeting")
  }

  private func bundle() throws -> Bundle {
    try #require(Bundle(path: directory.url.path))
  }

  /// What a registry answers, with the one stub that it has.
  private func answer(of registry: StubRegistry) async throws -> String {
    let url = try #require(URL(string: "http://a.test/greeting"))
    return String(decoding: try await registry.session.data(from: url).0, as: UTF8.self)
  }

  @Test(arguments: ["http", "tail", "folder", "har", "site"])
  func `a file is found by its name and by its URL`(kind: String) async throws {
    let (bundle, root) = (try bundle(), directory.url)
    for isByName in [true, false] {
      let registry = StubRegistry()
      switch (kind, isByName) {
      case ("http", true):
        registry.stub(
          condition: anyRequest(), response: .httpMessage("greeting.http", in: bundle))
      case ("http", false):
        let file = root.appendingPathComponent("Fixtures/greeting.http")
        registry.stub(condition: anyRequest(), response: .httpMessage(file: file))
      case ("tail", true):
        try registry.stub(mocktail: "greeting.tail", in: bundle)
      case ("tail", false):
        try registry.stub(mocktail: root.appendingPathComponent("Fixtures/greeting.tail"))
      case ("folder", true):
        try registry.stub(mocktailsIn: "Mocktails", in: bundle)
      case ("folder", false):
        try registry.stub(mocktailsIn: root.appendingPathComponent("Fixtures/Mocktails"))
      case ("har", true):
        try registry.stub(har: "greeting.har", in: bundle)
      case ("har", false):
        try registry.stub(har: root.appendingPathComponent("greeting.har"))
      case (_, true):
        try registry.stub(folder: "Site", in: bundle, host: "a.test")
      case (_, false):
        try registry.stub(folder: root.appendingPathComponent("Site"), host: "a.test")
      }
      #expect(try await answer(of: registry) == "hello")
      #expect(registry.stubs.map(\.location.line).allSatisfy { $0 > 40 })
    }
  }

  @Test func `the free functions register in the scope, at the line of the call`() throws {
    let bundle = try bundle()
    try withStubs { registry in
      let one = try stub(mocktail: "greeting.tail", in: bundle, named: "one", expected: .any)
      #expect(one.location.fileID.hasSuffix("/ArchivesInBundlesTests.swift"))
      #expect(one.name == "one")
      try stub(mocktailsIn: "Mocktails", in: bundle)
      try stub(har: "greeting.har", in: bundle)
      try stub(folder: "Site", in: bundle, host: "a.test", expected: .any)
      #expect(registry.stubs.count == 4)
    }
  }

  @Test func `a name that no file has is an error with the names that come close`() throws {
    let bundle = try bundle()
    let registry = StubRegistry()
    #expect {
      try registry.stub(har: "greting.har", in: bundle)
    } throws: { error in
      let text = "\(error)"
      return error is ArchiveError
        && text.hasPrefix("There is no fixture \"greting.har\" in the bundle \(bundle.bundlePath):")
        && text.contains("\"greeting.har\"")
    }
    #expect(throws: ArchiveError.self) { try registry.stub(mocktail: "../x.tail", in: bundle) }
    #expect(throws: ArchiveError.self) { try registry.stub(mocktailsIn: "None", in: bundle) }
    #expect(throws: ArchiveError.self) { try registry.stub(folder: "None", in: bundle, host: "a") }
    let missing = StubResponse.httpMessage("greting.http", in: bundle)
    #expect((missing.fault() as? URLError)?.code == .fileDoesNotExist)
    #expect(missing.complaint()?.contains("\"greeting.http\"") == true)
    try directory.write("no message", to: "bad.http")
    let bad = StubResponse.httpMessage("bad.http", in: bundle)
    #expect(bad.complaint()?.contains("bad.http: expected a status line") == true)
  }
}
