// A program without StubKitTesting: nobody but standard error can be told of an expectation.

import Foundation
import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@main
enum UntestedProgram {
  static func main() async {
    await withStubs { _ in
      stub(condition: isPath("/met"), expected: 1, response: .text("here"))
      stub(condition: isPath("/missed"), expected: 2, response: .text("here"))
      stub(condition: isPath("/unwritten"), response: .text("here"))
      for path in ["/met", "/missed"] { await ask(path) }
    }
    // The task has a scope, but none of a test.
    await Task.detached {
      await withStubs { _ in
        stub(condition: isPath("/never"), expected: .never, response: .text("here"))
        await ask("/never")
      }
    }.value
  }

  private static func ask(_ path: String) async {
    guard let url = URL(string: "https://untested.test\(path)") else { return }
    _ = try? await URLSession.shared.data(from: url)
  }
}
