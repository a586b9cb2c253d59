import Foundation
import Testing

@testable import StubKit

struct URLErrorTests {
  @Test func `an error can be told its URL once`() throws {
    let first = try #require(URL(string: "https://a.example/x"))
    let second = URL(string: "https://b.example")
    let error = URLError(.timedOut, "Too late.").failing(first).failing(second)
    #expect(error.failingURL == first)
    #expect(error.localizedDescription == "Too late.")
    #expect(error.errorUserInfo["NSErrorFailingURLStringKey"] as? String == "https://a.example/x")
  }
}
