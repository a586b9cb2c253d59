import Foundation
import Testing

@testable import StubKit

/// Reading a body stream that may have no end.
struct BodyStreamTests {
  @Test func `a stream is read to its end`() throws {
    let body = Data(String(repeating: "0123456789", count: 30_000).utf8)
    #expect(try BodyReading(InputStream(data: body)).wholeBody() == body)
  }

  @Test func `a stream without an end is read no further once nobody wants it`() throws {
    let stream = try #require(InputStream(fileAtPath: "/dev/zero"))
    let reading = BodyReading(stream)
    reading.stop()
    let error = #expect(throws: URLError.self) { try reading.wholeBody() }
    #expect(error?.code == .cancelled)
  }

  @Test func `a stream without an end is read no further than to a limit`() throws {
    let stream = try #require(InputStream(fileAtPath: "/dev/zero"))
    let error = #expect(throws: URLError.self) {
      try BodyReading(stream, limit: 3 << 20).wholeBody()
    }
    #expect(error?.code == .dataLengthExceedsMaximum)
    #expect(error?.localizedDescription.contains("more than 3 MB and has not ended") == true)
  }

  @Test func `a stream that was read before is named`() throws {
    let stream = InputStream(data: Data("once".utf8))
    #expect(try BodyReading(stream).wholeBody() == Data("once".utf8))
    let error = #expect(throws: URLError.self) { try BodyReading(stream).wholeBody() }
    #expect(error?.code == .requestBodyStreamExhausted)
  }
}
