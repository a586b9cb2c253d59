import StubKitOHHTTPStubs
import StubKitTesting
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Everything that an `HTTPStubsResponse` can be made of.
final class ResponseTests: StubbedTestCase {
  @available(*, deprecated)
  private func answer(_ make: @escaping () -> HTTPStubsResponse) async throws -> Answer {
    stub(condition: isHost("a.test")) { _ in make() }
    return try await ask("http://a.test/")
  }

  @available(*, deprecated)
  func testDataComesWithItsLength() async throws {
    let data = Data("abc".utf8)
    let answer = try await answer {
      HTTPStubsResponse(data: data, statusCode: 404, headers: ["X-Number": 7])
    }
    XCTAssertEqual(answer.status, 404)
    XCTAssertEqual(answer.body, data)
    XCTAssertEqual(answer.headers["Content-Length"], "3")
    XCTAssertEqual(answer.headers["X-Number"], "7")
  }

  @available(*, deprecated)
  func testAnObjectComesAsJSON() async throws {
    let answer = try await answer {
      HTTPStubsResponse(jsonObject: ["a": [1, nil, "b"] as [Any?]], statusCode: 200, headers: nil)
    }
    XCTAssertEqual(answer.text, #"{"a":[1,null,"b"]}"#)
    XCTAssertEqual(answer.headers["Content-Type"], "application/json")
  }

  @available(*, deprecated)
  func testAMediaTypeThatIsGivenStays() async throws {
    let answer = try await answer {
      HTTPStubsResponse(
        jsonObject: "text", statusCode: 200, headers: ["Content-Type": "application/problem+json"])
    }
    XCTAssertEqual(answer.text, #""text""#)
    XCTAssertEqual(answer.headers["Content-Type"], "application/problem+json")
  }

  @available(*, deprecated)
  func testAFileComesAsItIs() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).txt")
    try Data("from a file".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let path = file.path
    let answer = try await answer { fixture(filePath: path, status: 203, headers: ["X-A": "b"]) }
    XCTAssertEqual(answer.status, 203)
    XCTAssertEqual(answer.text, "from a file")
    XCTAssertEqual(answer.headers["Content-Length"], "11")
    XCTAssertEqual(answer.headers["X-A"], "b")
    let response = HTTPStubsResponse(fileURL: file, statusCode: 200, headers: nil)
    XCTAssertEqual(response.dataSize, 11)
  }

  @available(*, deprecated)
  func testAFieldThatIsGivenIsNotAddedInAnotherCase() async throws {
    let answer = try await answer {
      HTTPStubsResponse(
        jsonObject: ["a": 1], statusCode: 200,
        headers: ["content-type": "a/b", "content-length": "7"])
    }
    XCTAssertEqual(answer.headers["Content-Type"], "a/b")
    XCTAssertEqual(answer.headers["Content-Length"], "7")
    let plain = try await self.answer { HTTPStubsResponse() }
    XCTAssertEqual(plain.text, "")
  }

  @available(*, deprecated)
  func testTheLengthOfAFileIsThatOfWhatIsSent() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
    // A byte order mark, which JSON must not begin with, is not sent.
    try Data("\u{FEFF}{}".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let path = file.path
    let answer = try await answer {
      let response = HTTPStubsResponse(fileAtPath: path, statusCode: 200, headers: nil)
      XCTAssertEqual(response.httpHeaders?["Content-Length"] as? String, "5")
      return response
    }
    XCTAssertEqual(answer.text, "{}")
    XCTAssertEqual(answer.headers["Content-Length"], "2")
    stub(condition: isHost("a.test")) { _ in
      HTTPStubsResponse(fileAtPath: path, statusCode: 200, headers: ["Content-Length": "99"])
    }
    let other = try await ask("http://a.test/")
    XCTAssertEqual(other.headers["Content-Length"], "99")
  }

  @available(*, deprecated)
  func testAStreamIsReadOnceForEveryRequest() async throws {
    let response = HTTPStubsResponse(
      inputStream: InputStream(data: Data(repeating: 7, count: 200_000)), dataSize: 200_000,
      statusCode: 200, headers: nil)
    stub(condition: isHost("a.test")) { _ in response }
    let answer1 = try await ask("http://a.test/1")
    XCTAssertEqual(answer1.body.count, 200_000)
    let answer2 = try await ask("http://a.test/2")
    XCTAssertEqual(answer2.body, Data(repeating: 7, count: 200_000))
  }

  @available(*, deprecated)
  func testAnErrorIsWhatTheClientGets() async throws {
    let error = NSError(domain: NSURLErrorDomain, code: URLError.Code.timedOut.rawValue)
    stub(condition: isHost("a.test")) { _ in HTTPStubsResponse(error: error) }
    do {
      _ = try await ask("http://a.test/")
      XCTFail("there is no error")
    } catch {
      XCTAssertEqual((error as? URLError)?.code, .timedOut)
    }
  }

  @available(*, deprecated)
  func testPropertiesCanBeSetUntilTheResponseIsReturned() async throws {
    let answer = try await answer {
      let response = HTTPStubsResponse()
      response.statusCode = 202
      response.httpHeaders = ["X-A": "b"]
      response.inputStream = InputStream(data: Data("set".utf8))
      response.dataSize = 3
      return response
    }
    XCTAssertEqual(answer.status, 202)
    XCTAssertEqual(answer.headers["X-A"], "b")
    XCTAssertEqual(answer.text, "set")
  }

  @available(*, deprecated)
  func testWhatIsGivenCanBeRead() throws {
    let response = HTTPStubsResponse(data: Data("abc".utf8), statusCode: 201, headers: ["A": "b"])
      .requestTime(2, responseTime: -7)
    XCTAssertEqual(response.statusCode, 201)
    XCTAssertEqual(response.dataSize, 3)
    XCTAssertEqual(response.httpHeaders?["A"] as? String, "b")
    XCTAssertEqual(response.httpHeaders?["Content-Length"] as? String, "3")
    XCTAssertEqual(response.requestTime, 2)
    XCTAssertEqual(response.responseTime, -7)
    XCTAssertEqual(response.responseTime(3).responseTime, 3)
    XCTAssertNotNil(response.inputStream)
    XCTAssertNil(response.error)
  }

  @available(*, deprecated)
  func testAnHTTPMessageBringsItsOwnStatus() async throws {
    let message = "HTTP/1.1 418 I'm a teapot\r\nX-A: b\r\n\r\nshort and stout"
    let answer = try await answer { HTTPStubsResponse(httpMessageData: Data(message.utf8)) }
    XCTAssertEqual(answer.status, 418)
    XCTAssertEqual(answer.headers["X-A"], "b")
    XCTAssertEqual(answer.text, "short and stout")
  }

  @available(*, deprecated)
  func testWhatAnHTTPMessageSaysCanBeReadAndChanged() async throws {
    let message =
      "HTTP/1.1 418 I'm a teapot\r\nX-A: b\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n\r\nshort"
    let response = HTTPStubsResponse(httpMessageData: Data(message.utf8))
    XCTAssertEqual(response.statusCode, 418)
    XCTAssertEqual(response.dataSize, 5)
    XCTAssertEqual(response.httpHeaders?["X-A"] as? String, "b")
    response.httpHeaders?["X-A"] = "7"
    response.statusCode = 200
    let answer = try await answer { response }
    XCTAssertEqual(answer.status, 200)
    XCTAssertEqual(answer.headers["X-A"], "7")
    XCTAssertEqual(answer.text, "short")
    let cookies = StubRegistry.current.cookies.cookies?.map { "\($0.name)=\($0.value)" } ?? []
    XCTAssertEqual(cookies.sorted(), ["a=1", "b=2"])
    let fields = StubRegistry.current.exchanges.last?.response?.headers.values(for: "Set-Cookie")
    XCTAssertEqual(fields, ["a=1", "b=2"])
    // A saved HEAD has a length, but its answer to a GET has no body.
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 1234\r\n\r\n"
    let empty = try await self.answer { HTTPStubsResponse(httpMessageData: Data(head.utf8)) }
    XCTAssertEqual(empty.headers["Content-Length"], "0")
  }

  @available(*, deprecated)
  func testTimesAndSpeedsAreThoseOfTheAnswer()
    async throws
  {
    let registry = StubRegistry.current
    registry.clock = FastForwardClock()
    stub(condition: isPath("/slow")) { _ in
      HTTPStubsResponse(data: Data(count: 14_000), statusCode: 200, headers: nil)
        .requestTime(3, responseTime: OHHTTPStubsDownloadSpeedGPRS)
    }
    stub(condition: isPath("/even")) { _ in
      HTTPStubsResponse(data: Data(count: 100), statusCode: 200, headers: nil).responseTime(4)
    }
    stub(condition: isPath("/error")) { _ in
      HTTPStubsResponse(error: URLError(.timedOut)).responseTime(6)
    }
    stub(condition: isPath("/empty")) { _ in
      HTTPStubsResponse(data: Data(), statusCode: 500, headers: nil).responseTime(2)
    }
    stub(condition: isPath("/nothing")) { _ in
      let response = HTTPStubsResponse().requestTime(1, responseTime: 7)
      response.statusCode = 204
      return response
    }
    _ = try await ask("http://a.test/slow")
    _ = try await ask("http://a.test/even")
    _ = try? await ask("http://a.test/error")
    _ = try await ask("http://a.test/empty")
    _ = try await ask("http://a.test/nothing")
    let seconds = registry.exchanges.compactMap { $0.duration?.components.seconds }
    XCTAssertEqual(seconds, [5, 4, 6, 2, 8])
  }
}

/// Responses that cannot be given: the test would hear of it, were there a reporter.
final class FailingResponseTests: XCTestCase {
  @available(*, deprecated)
  private func message(_ make: @escaping () -> HTTPStubsResponse) async -> String {
    await withStubs { _ in
      stub(condition: isHost("a.test")) { _ in make() }
      do {
        return try await ask("http://a.test/").text
      } catch {
        return error.localizedDescription
      }
    }
  }

  @available(*, deprecated)
  func testWhatIsNoJSONIsSaid() async {
    let message = await message {
      HTTPStubsResponse(jsonObject: ["date": Date()], statusCode: 200, headers: nil)
    }
    XCTAssert(
      message.contains("of type Dictionary<String, Date> cannot be written as JSON"), message)
  }

  @available(*, deprecated)
  func testAStreamThatCannotBeReadIsSaid() async {
    let message = await message {
      HTTPStubsResponse(
        inputStream: InputStream(fileAtPath: "/no/such/file") ?? InputStream(data: Data()),
        dataSize: 12, statusCode: 200, headers: nil)
    }
    XCTAssert(message.contains("the stream could not be read to its end"), message)
  }

  @available(*, deprecated)
  func testAFileThatIsMissingIsNamed() async {
    let message = await message {
      HTTPStubsResponse(fileAtPath: "/no/such/file", statusCode: 200, headers: nil)
    }
    XCTAssert(message.contains("/no/such/file"), message)
  }

  @available(*, deprecated)
  func testAnHTTPMessageThatIsMissingIsNamed() async {
    let message = await message { HTTPStubsResponse(named: "nothing", in: nil) }
    XCTAssert(message.contains("nothing.response"), message)
  }
}
