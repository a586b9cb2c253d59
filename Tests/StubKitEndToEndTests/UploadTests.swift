import Foundation
import StubKit
import TestPlaces
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The body of a request is seen by matchers and closures, however it is sent.
struct UploadTests {
  /// The ways to send a body.
  enum Way: String, CaseIterable, Sendable {
    case httpBody, httpBodyStream, uploadData, uploadFile, uploadTask, streamedRequest
  }

  @Test(arguments: Way.allCases)
  func `a body is seen by matchers, closures and the log`(way: Way) async throws {
    let registry = StubRegistry()
    registry.stub(condition: hasJsonBody(["name": "Ada"])) { request in
      .text("got \(request.body?.count ?? 0) bytes by \(request.method)")
    }
    let text = try await send(#"{"name": "Ada"}"#, way, registry)
    #expect(text == "got 15 bytes by POST")
    #expect(registry.exchanges.first?.request.body == Data(#"{"name": "Ada"}"#.utf8))
  }

  @Test(.onlyOnLinux("elsewhere the session itself drops the request's body"))
  func `an upload sends what its task was given, and not its request's body`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: isPath("/upload")) {
      .text(String(decoding: $0.body ?? Data(), as: UTF8.self))
    }
    var request = request("http://upload.test/upload", "POST")
    request.httpBody = Data("old".utf8)
    let (data, _) = try await registry.session.upload(for: request, from: Data("new".utf8))
    #expect(String(decoding: data, as: UTF8.self) == "new")
    let delegate = RecordingDelegate(stream: { InputStream(data: Data("newer".utf8)) })
    URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil
    ).uploadTask(withStreamedRequest: request).resume()
    #expect(String(decoding: await delegate.outcome.body, as: UTF8.self) == "newer")
  }

  @Test(arguments: Way.allCases)
  func `an empty body is no body that matches`(way: Way) async throws {
    let registry = StubRegistry()
    registry.stub(condition: bodyContains("x"), response: .text("x"))
    registry.stub(condition: !bodyContains("x"), priority: -1, response: .text("none"))
    #expect(try await send("", way, registry) == "none")
  }

  @Test func `a large streamed body arrives whole`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: isMethodPOST()) { .text("\($0.body?.count ?? -1)") }
    let body = String(repeating: "0123456789", count: 100_000)
    #expect(try await send(body, .httpBodyStream, registry) == "1000000")
    #expect(registry.exchanges.first?.request.body == Data(body.utf8))
  }

  @Test(.onlyOnLinux("on Apple's platforms the loading system opens the file, before it asks"))
  func `a missing file to upload is named`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("x"))
    let error = await #expect(throws: URLError.self) {
      try await registry.session.upload(
        for: request("http://up.test/", "POST"), fromFile: URL(filePath: "/no/such/file"))
    }
    #expect(
      error?.localizedDescription == "The file to upload, /no/such/file, could not be read.")
    #expect(error?.failingURL == url("http://up.test/"))
  }

  @Test func `a body stream that is used up fails the request that is sent again`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("x"))
    var post = request("http://stream.test/", "POST")
    post.httpBodyStream = InputStream(data: Data("once".utf8))
    _ = try await registry.session.data(for: post)
    let again = post
    let error = await #expect(throws: URLError.self) {
      try await registry.session.data(for: again)
    }
    #expect(error?.code == .requestBodyStreamExhausted)
    #expect(
      error?.localizedDescription
        == "The request's body stream has been read already. A request that is sent again needs a "
        + "new stream.")
  }

  @Test func `no time passes until a body that cannot be read has been told of`() async throws {
    for _ in 0..<20 {
      let clock = FastForwardClock()
      try await withStubs(clock: clock) { registry in
        let stream = InputStream(data: Data("once".utf8))
        stream.open()
        stream.close()
        var post = request("http://stream.test/", "POST")
        post.httpBodyStream = stream
        let (start, task) = (clock.now, post)
        async let hour: Void = clock.sleep(for: .seconds(3_600))
        let heard = await withCheckedContinuation { heard in
          registry.session.dataTask(with: task) { _, _, error in
            #expect((error as? URLError)?.code == .requestBodyStreamExhausted)
            heard.resume(returning: clock.now)
          }.resume()
        }
        #expect(heard == start)
        try await hour
      }
    }
  }

  @Test(.onlyOnLinux("on Apple's platforms the loading system opens the file, before it asks"))
  func `an upload from what is no file fails and asks nobody`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("x"))
    let error = await #expect(throws: URLError.self) {
      try await registry.session.upload(
        for: request("http://up.test/", "POST"), fromFile: url("http://127.0.0.1:1/file"))
    }
    #expect(error?.code == .cannotOpenFile)
  }

  @Test(.onlyOnLinux("on Apple's platforms the loading system opens the file, before it asks"))
  func `an upload from a file that is missing fails as without StubKit`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("x"))
    let missing = URL(fileURLWithPath: "/tmp/there is no such file")
    let error = await #expect(throws: URLError.self) {
      try await registry.session.upload(
        for: request("http://up.test/", "POST"), fromFile: missing)
    }
    #expect(error?.code == .fileDoesNotExist)
    #expect(
      error?.localizedDescription
        == "The file to upload, /tmp/there is no such file, could not be read.")
    let plain = URLSessionConfiguration.ephemeral
    plain.protocolClasses = []
    let other = await #expect(throws: URLError.self) {
      try await URLSession(configuration: plain).upload(
        for: request("http://127.0.0.1:1/", "POST"), fromFile: missing)
    }
    #expect(other?.code == error?.code)
  }

  @Test(arguments: [true, false])
  func `an upload goes out with the fields that a session without StubKit sends`(
    isUpload: Bool
  ) async throws {
    let server = try LoopbackServer { _ in .text("") }
    let registry = StubRegistry(unmatched: .passThrough)
    // The closure makes the registry take the request, and then let it go.
    registry.stub(condition: satisfies { _ in false }, response: .text("x"))
    let plain = URLSessionConfiguration.ephemeral
    plain.protocolClasses = []
    for session in [URLSession(configuration: plain), registry.session] {
      var post = request(server.url("/"), "POST")
      if !isUpload { post.httpBody = Data("hello".utf8) }
      _ =
        isUpload
        ? try await session.upload(for: post, from: Data("hello".utf8))
        : try await session.data(for: post)
    }
    let requests = server.requests
    try #require(requests.count == 2)
    #expect(registry.exchanges.count == 1)
    #expect(requests.map(\.body) == [Data("hello".utf8), Data("hello".utf8)])
    #expect(requests[0].headers == requests[1].headers)
  }

  @Test func `a body that never comes times out`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .text("x"))
    let pipe = Pipe()
    var post = request("http://pipe.test/", "POST")
    post.httpBodyStream = InputStream(
      fileAtPath: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
    post.timeoutInterval = 0.1
    let again = post
    let error = await #expect(throws: URLError.self) {
      try await registry.session.data(for: again)
    }
    #expect(error?.code == .timedOut)
    try pipe.fileHandleForWriting.close()
  }

  @Test func `a long body is matched outside of the work queue`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: bodyContains("needle"), response: .text("found"))
    let hay = String(repeating: "hay ", count: 50_000)
    let post = request("http://long.test/", "POST", body: hay + "needle")
    let (data, _) = try await registry.session.data(for: post)
    #expect(String(decoding: data, as: UTF8.self) == "found")
    await #expect(throws: URLError.self) {
      try await registry.session.data(for: request("http://long.test/", "POST", body: hay))
    }
  }

  @Test(arguments: Way.allCases)
  func `each kind of condition on a body is asked, however it is sent`(way: Way) async throws {
    let body = #"{"query": "mutation { add }", "variables": {"id": 17, "tags": ["b", "a"]}}"#
    for condition in [
      bodyMatches(#""id": [0-9]+,"#), bodyMatches(/mutation \{/), isGraphQLMutation(),
      containsJson(matching: ["variables": ["tags": .unordered(["a", "b"])]]),
      containsJson(matching: ["query": .matching("^mutation"), "variables": .anything]),
      hasBody(body) && !isGraphQLQuery() && !hasMultipartPart(),
    ] {
      let registry = StubRegistry()
      registry.stub(condition: condition, response: .text("met"))
      #expect(try await send(body, way, registry) == "met", "\(condition)")
    }
  }

  @Test func `a part of an upload is asked for by what it holds`() async throws {
    let registry = StubRegistry()
    let photo = hasMultipartPart(named: "photo", fileName: "cat.png", contentType: "image/png")
    registry.stub(condition: photo, response: .text("a cat"))
    registry.stub(
      condition: hasMultipartPart(named: "title", body: "A dog"), expected: .any,
      response: .text("a dog"))
    var post = request(
      "http://up.test/", "POST",
      body: "--x\r\nContent-Disposition: form-data; name=photo; filename=cat.png\r\n"
        + "Content-Type: image/png\r\n\r\nabc\r\n--x--\r\n")
    post.setValue("multipart/form-data; boundary=x", forHTTPHeaderField: "Content-Type")
    let (data, _) = try await registry.session.data(for: post)
    #expect(String(decoding: data, as: UTF8.self) == "a cat")
  }

  private func send(_ body: String, _ way: Way, _ registry: StubRegistry) async throws -> String {
    var post = request("http://up.test/", "POST")
    let data = Data(body.utf8)
    let session = registry.session
    switch way {
    case .httpBody:
      post.httpBody = data
      return String(decoding: try await session.data(for: post).0, as: UTF8.self)
    case .httpBodyStream:
      post.httpBodyStream = InputStream(data: data)
      return String(decoding: try await session.data(for: post).0, as: UTF8.self)
    case .uploadData:
      return String(decoding: try await session.upload(for: post, from: data).0, as: UTF8.self)
    case .uploadFile:
      let file = FileManager.default.temporaryDirectory.appending(
        path: "stubkit-\(UUID().uuidString)")
      try data.write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      return String(
        decoding: try await session.upload(for: post, fromFile: file).0, as: UTF8.self)
    case .uploadTask, .streamedRequest:
      let delegate = RecordingDelegate(stream: { InputStream(data: data) })
      let session = URLSession(
        configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
      let task =
        way == .uploadTask
        ? session.uploadTask(with: post, from: data)
        : session.uploadTask(withStreamedRequest: post)
      task.resume()
      return String(decoding: await delegate.outcome.body, as: UTF8.self)
    }
  }
}
