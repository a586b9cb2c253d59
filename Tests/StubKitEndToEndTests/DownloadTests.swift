import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A download task is answered like any other, where the platform makes the file.
@Suite(.onlyOnApplePlatforms("on Linux a download that a protocol answers ends the process"))
struct DownloadTests {
  @Test func `an async download is given a file with the body`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: isPath("/file"), response: .text("in a file", status: 203))
    let (file, response) = try await registry.session.download(
      from: url("http://download.test/file"))
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try String(decoding: Data(contentsOf: file), as: UTF8.self) == "in a file")
    #expect((response as? HTTPURLResponse)?.statusCode == 203)
    #expect(registry.exchanges.map(\.outcome) == [.finished])
  }

  @Test func `a download with a handler is given a file with the body`() async {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("in a file"))
    let text: String? = await withCheckedContinuation { continuation in
      registry.session.downloadTask(with: url("http://download.test/")) { file, _, _ in
        // The file is there only until the handler returns.
        let data = file.flatMap { try? Data(contentsOf: $0) }
        continuation.resume(returning: data.map { String(decoding: $0, as: UTF8.self) })
      }.resume()
    }
    #expect(text == "in a file")
  }
}
