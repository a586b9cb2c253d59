import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Delegates that are asked something and take their time, answer twice, or ask something themselves.
@Suite(.onlyOnLinux("on Apple's platforms the loading system asks the delegate"))
struct AskedDelegateTests {
  /// A delegate whose answers a test gives.
  final class Asked: NSObject, URLSessionDataDelegate, Sendable {
    typealias Redirected = @Sendable (URLRequest, @escaping @Sendable (URLRequest?) -> Void) -> Void
    typealias Streamed = @Sendable (@escaping @Sendable (InputStream?) -> Void) -> Void
    let onRedirect: Redirected
    let onStream: Streamed

    init(onRedirect: @escaping Redirected = { $1($0) }, onStream: @escaping Streamed = { $0(nil) })
    {
      (self.onRedirect, self.onStream) = (onRedirect, onStream)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
      completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      onRedirect(request, completionHandler)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
      onStream(completionHandler)
    }
  }

  private func text(
    _ request: URLRequest, _ registry: StubRegistry, _ delegate: Asked
  ) async throws -> String {
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
    let (data, _) = try await session.data(for: request)
    return String(decoding: data, as: UTF8.self)
  }

  @Test(arguments: [true, false])
  func `a task that its delegate cancels at a redirect does not go on`(isFollowed: Bool)
    async throws
  {
    let registry = StubRegistry()
    registry.stub(condition: isPath("/a"), response: .redirect(to: url("http://asked.test/b")))
    let next = registry.stub(condition: isPath("/b"), response: .text("b"))
    for _ in 0..<20 {
      let (tasks, keep) = AsyncStream<URLSessionTask>.makeStream()
      let delegate = Asked(onRedirect: { next, answer in
        Task {
          for await task in tasks {
            task.cancel()
            answer(isFollowed ? next : nil)
          }
        }
      })
      let session = URLSession(
        configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
      let error = await withCheckedContinuation { continuation in
        let task = session.dataTask(with: url("http://asked.test/a")) { _, _, error in
          continuation.resume(returning: error)
        }
        keep.yield(task)
        keep.finish()
        task.resume()
      }
      #expect((error as? URLError)?.code == .cancelled)
    }
    #expect(next.callCount == 0)
  }

  @Test func `simulated time goes on while a delegate makes a request before it answers`()
    async throws
  {
    let registry = StubRegistry(network: .gprs, clock: FastForwardClock())
    registry.stub(condition: isPath("/a"), response: .redirect(to: url("http://asked.test/b")))
    registry.stub(condition: isPath("/b"), response: .text("b"))
    registry.stub(condition: isPath("/token"), response: .text("token"))
    let tokens = registry.session
    let delegate = Asked(onRedirect: { next, answer in
      tokens.dataTask(with: url("http://asked.test/token")) { _, _, _ in answer(next) }.resume()
    })
    #expect(try await text(request("http://asked.test/a"), registry, delegate) == "b")
  }

  @Test func `a delegate that never answers keeps nobody else's time`() async throws {
    let registry = StubRegistry(network: .gprs, clock: FastForwardClock())
    registry.stub(condition: isPath("/a"), response: .redirect(to: url("http://asked.test/b")))
    registry.stub(condition: isPath("/other"), response: .text("other"))
    let (asked, ask) = AsyncStream.makeStream(of: Void.self)
    let delegate = Asked(onRedirect: { _, _ in ask.finish() })
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
    let task = session.dataTask(with: url("http://asked.test/a"))
    task.resume()
    for await _ in asked {}
    let (data, _) = try await registry.session.data(from: url("http://asked.test/other"))
    #expect(String(decoding: data, as: UTF8.self) == "other")
    task.cancel()
  }

  @Test(arguments: [true, false])
  func `a task's own delegate is asked about a redirect, too`(isFollowed: Bool) async throws {
    let registry = StubRegistry()
    registry.stub(condition: isPath("/a"), response: .redirect(to: url("http://asked.test/b")))
    let target = registry.stub(condition: isPath("/b"), response: .text("b"))
    let status = await withCheckedContinuation { continuation in
      let task = registry.session.dataTask(with: url("http://asked.test/a")) { _, response, _ in
        continuation.resume(returning: (response as? HTTPURLResponse)?.statusCode)
      }
      task.delegate = Asked(onRedirect: { $1(isFollowed ? $0 : nil) })
      task.resume()
    }
    #expect(status == (isFollowed ? 200 : 302))
    #expect(target.callCount == (isFollowed ? 1 : 0))
  }

  @Test func `a delegate that answers twice is heard once`() async throws {
    let registry = StubRegistry()
    registry.stub(condition: isPath("/a"), response: .redirect(to: url("http://asked.test/b")))
    let target = registry.stub(condition: isPath("/b"), response: .text("b"))
    let delegate = Asked(onRedirect: { next, answer in
      answer(next)
      answer(nil)
      answer(next)
    })
    #expect(try await text(request("http://asked.test/a"), registry, delegate) == "b")
    #expect(target.callCount == 1)
  }

  @Test func `a body stream that is given twice is read once`() async throws {
    let registry = StubRegistry()
    let stub = registry.stub(condition: anyRequest()) { .text("\($0.body?.count ?? -1)") }
    let delegate = Asked(onStream: { answer in
      answer(InputStream(data: Data("first".utf8)))
      answer(InputStream(data: Data("the second".utf8)))
    })
    let session = URLSession(
      configuration: .ephemeral.stubbed(by: registry), delegate: delegate, delegateQueue: nil)
    session.uploadTask(withStreamedRequest: request("http://asked.test/", "POST")).resume()
    let requests = try await stub.waitForRequests(timeout: .seconds(600))
    #expect(requests.map(\.body) == [Data("first".utf8)])
    _ = await registry.settledExchanges()
    #expect(stub.callCount == 1)
  }

  @Test func `the stream that a delegate writes into a redirect's request is its body`()
    async throws
  {
    let registry = StubRegistry()
    registry.stub(
      condition: isPath("/a"), response: .redirect(to: url("http://asked.test/b"), status: 307))
    registry.stub(condition: isPath("/b") && hasBody(Data("new".utf8)), response: .text("new"))
    let delegate = Asked(onRedirect: { next, answer in
      var next = next
      next.httpBodyStream = InputStream(data: Data("new".utf8))
      answer(next)
    })
    let post = request("http://asked.test/a", "POST", body: "old")
    #expect(try await text(post, registry, delegate) == "new")
  }
}
