#if os(Linux) && compiler(>=6.3)
  import Foundation
  import FoundationNetworking
  import StubKit
  import TestPlaces
  import Testing

  /// Reading an address as if it were a file.
  struct RemoteContentsTests {
    @Test func `data and texts come from the stub`() throws {
      try withStubs { registry in
        stub(condition: isPath("/list"), response: .text("ü", status: 203))
        let data = try Data(contentsOf: url("https://contents.test/list"))
        #expect(data == Data("ü".utf8))
        let text = try String(contentsOf: url("https://contents.test/list"), encoding: .utf8)
        #expect(text == "ü")
        #expect(registry.exchanges.map(\.outcome) == [.finished, .finished])
      }
    }

    @Test func `what no stub matches goes nowhere, and says so`() {
      withStubs { _ in
        let error = #expect(throws: CocoaError.self) {
          try Data(contentsOf: url("https://contents.test/none"))
        }
        #expect(error?.code == .fileReadUnknown)
        #expect(
          error?.localizedDescription.hasPrefix("No stub matches GET https://contents.test/none")
            == true)
        #expect((error?.underlying as? URLError)?.code == .resourceUnavailable)
      }
    }

    @Test(arguments: [404, 500])
    func `a page that says what is wrong is no contents`(status: Int) {
      withStubs { _ in
        stub(condition: anyRequest(), response: .text("sorry", status: status))
        #expect(throws: CocoaError.self) { try Data(contentsOf: url("http://contents.test/")) }
      }
    }

    @Test func `it may be read where an answer of a session is awaited`() async throws {
      await withStubs { _ in
        stub(condition: isPath("/outer"), response: .text("outer"))
        let text = await withCheckedContinuation { continuation in
          URLSession.shared.dataTask(with: url("http://contents.test/outer")) { _, _, _ in
            let data = withStubs { _ in
              stub(condition: isPath("/inner"), response: .text("inner"))
              return try? Data(contentsOf: url("http://contents.test/inner"))
            }
            continuation.resume(returning: data.map { String(decoding: $0, as: UTF8.self) })
          }.resume()
        }
        #expect(text == "inner")
      }
    }

    @Test func `files are read as ever`() throws {
      let folder = TemporaryFolder()
      try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
      let file = folder.url.appending(path: "file.txt")
      try Data("file".utf8).write(to: file)
      try withStubs { _ in
        stub(condition: anyRequest(), expected: .any, response: .text("stub"))
        let data = try Data(contentsOf: file)
        #expect(data == Data("file".utf8))
      }
    }

    @Test func `what passes comes from the server`() throws {
      let server = try LoopbackServer { _ in .text("real") }
      try withStubs(unmatched: .passThrough) { _ in
        let data = try Data(contentsOf: url(server.url("/")))
        #expect(data == Data("real".utf8))
      }
    }
  }
#endif
