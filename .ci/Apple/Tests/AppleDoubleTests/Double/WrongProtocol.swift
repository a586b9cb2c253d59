import AppleFoundation

/// A protocol that takes everything and does one thing wrong, each subclass another.
class WrongProtocol: URLProtocol, DeliberatelyWrong {
  override class func canInit(with request: URLRequest) -> Bool { true }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    receive()
    load()
    finish()
  }

  override func stopLoading() {}

  func receive(status: Int = 200) {
    guard
      let response = HTTPURLResponse(
        url: url("https://wrong.test/"), statusCode: status, httpVersion: nil, headerFields: nil)
    else { return }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
  }

  func load() {
    client?.urlProtocol(self, didLoad: Data("wrong".utf8))
  }

  func finish() {
    client?.urlProtocolDidFinishLoading(self)
  }

  func fail() {
    client?.urlProtocol(self, didFailWithError: URLError(.badServerResponse))
  }

  func redirect() {
    guard
      let response = HTTPURLResponse(
        url: url("https://wrong.test/"), statusCode: 302, httpVersion: nil, headerFields: nil)
    else { return }
    client?.urlProtocol(
      self, wasRedirectedTo: request.url.map { URLRequest(url: $0) } ?? request,
      redirectResponse: response)
  }
}

/// Calls its client from another thread.
final class CallingOffTheThread: WrongProtocol {
  override func startLoading() {
    nonisolated(unsafe) let instance = self
    DispatchQueue.global().async {
      instance.receive()
      instance.load()
      instance.finish()
    }
  }
}

/// Calls its client while it is being made.
final class CallingBeforeTheStart: WrongProtocol {
  required init(
    request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?
  ) {
    super.init(request: request, cachedResponse: cachedResponse, client: client)
    receive()
  }
}

/// Ends twice.
final class EndingTwice: WrongProtocol {
  override func startLoading() {
    super.startLoading()
    fail()
  }
}

/// Has more of the body after the end.
final class LoadingAfterTheEnd: WrongProtocol {
  override func startLoading() {
    super.startLoading()
    load()
  }
}

/// Says something when it has long been stopped.
final class CallingAfterTheStop: WrongProtocol {
  override func startLoading() {
    receive()
    finish()
  }

  override func stopLoading() {
    nonisolated(unsafe) let instance = self
    LoadingSystem.onLoadingThread { instance.finish() }
  }
}

/// Has two heads.
final class ReceivingTwice: WrongProtocol {
  override func startLoading() {
    receive()
    super.startLoading()
  }
}

/// Has a body without a head.
final class LoadingWithoutHead: WrongProtocol {
  override func startLoading() {
    load()
    receive()
    finish()
  }
}

/// Ends without a head.
final class FinishingWithoutHead: WrongProtocol {
  override func startLoading() {
    finish()
  }
}

/// Is redirected after it had a head.
final class RedirectingAfterTheHead: WrongProtocol {
  override func startLoading() {
    receive()
    redirect()
    finish()
  }
}

/// Is redirected twice.
final class RedirectingTwice: WrongProtocol {
  override func startLoading() {
    redirect()
    redirect()
    super.startLoading()
  }
}

/// Reads the body when it is merely asked.
final class ReadingWhileAsked: WrongProtocol {
  override class func canInit(with request: URLRequest) -> Bool {
    request.httpBodyStream?.open()
    return true
  }
}
