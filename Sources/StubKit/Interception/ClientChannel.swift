import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The way from a load to its client: in the right place, in the right form, and ended once.
///
/// Everything but `perform` is to be called in the client's context: on Linux the task's work
/// queue, on Apple's platforms the thread that loading was started on. `perform` leads there.
final class ClientChannel: @unchecked Sendable {
  // Unchecked: confined to the client's context, except `perform`, which only reads constants.

  /// The protocol instance that speaks to the client; nil after the end.
  private var proto: StubURLProtocol?
  /// The task that is being loaded.
  let task: URLSessionTask?
  /// The task's session, where the platform lets us know it.
  let session: URLSession?
  /// What has been handed over so far, for the completion handlers that see only one piece.
  private var pieces = 0
  private var wholeBody = Data()

  #if canImport(FoundationNetworking)
    private let workQueue: DispatchQueue?
    private var unchallenged: UnchallengedResponse?
  #else
    private let runLoop = CFRunLoopGetCurrent()
    /// The mode that loading was started in, and the one that the loading system is known to use.
    private let modes = [RunLoop.current.currentMode ?? .default, .default].map(\.rawValue)
  #endif

  init(_ proto: StubURLProtocol) {
    self.proto = proto
    task = proto.task
    session = proto.task.flatMap(TaskInternals.session)
    #if canImport(FoundationNetworking)
      workQueue = proto.task.flatMap(TaskInternals.workQueue)
    #endif
  }

  /// Runs a block in the client's context, some time later.
  func perform(_ block: @escaping @Sendable () -> Void) {
    #if canImport(FoundationNetworking)
      // The client may only be called on this queue: elsewhere, with cancellations, it crashes.
      (workQueue ?? IdleTask.workQueue).async(execute: block)
    #else
      CFRunLoopPerformBlock(runLoop, modes as CFArray, block)
      CFRunLoopWakeUp(runLoop)
    #endif
  }
}

/// What a load tells its client.
extension ClientChannel {
  /// Hands the head of a response over.
  func receive(_ response: HTTPURLResponse) {
    guard let proto else { return }
    #if canImport(FoundationNetworking)
      unchallenged = response as? UnchallengedResponse
    #endif
    proto.client?.urlProtocol(proto, didReceive: response, cacheStoragePolicy: .notAllowed)
  }

  /// Hands a piece of the body over.
  ///
  /// - Parameter bodySoFar: The body up to the end of the piece, where somebody has it anyway.
  func load(_ data: Data, bodySoFar: Data? = nil) {
    guard let proto, !data.isEmpty else { return }
    let data = data.startIndex == 0 ? data : data.subdata(in: data.indices)
    pieces += 1
    #if canImport(FoundationNetworking)
      if let bodySoFar {
        wholeBody = bodySoFar
      } else if pieces == 1 {
        wholeBody = data
      } else {
        wholeBody.append(data)
      }
    #endif
    proto.client?.urlProtocol(proto, didLoad: data)
  }

  /// Says that the body is complete.
  func finish() {
    guard let proto else { return }
    #if canImport(FoundationNetworking)
      if let unchallenged {
        unchallenged.withoutURL { finish(proto) }
      } else {
        finish(proto)
      }
    #else
      proto.client?.urlProtocolDidFinishLoading(proto)
    #endif
    end()
  }

  #if canImport(FoundationNetworking)
    private func finish(_ proto: StubURLProtocol) {
      if pieces > 1 {
        BodyCarrier.finish(proto, with: wholeBody)
      } else {
        proto.client?.urlProtocolDidFinishLoading(proto)
      }
    }
  #endif

  /// Says that the request failed.
  func fail(_ error: any Error) {
    guard let proto else { return }
    proto.client?.urlProtocol(proto, didFailWithError: error)
    end()
  }

  /// Lets go of the client, which has already been told that the task was cancelled.
  func abandon() {
    proto = nil
  }

  /// Hears and says nothing more.
  private func end() {
    #if canImport(FoundationNetworking)
      // A cancel that is on its way finds no client: it would call one whose task is gone.
      proto?.client = nil
    #endif
    proto = nil
  }

  /// Makes the head of a response in the form that the platform needs.
  static func head(_ response: StubExchange.Response, for url: URL) -> HTTPURLResponse? {
    let fields = response.headers.dictionary
    #if canImport(FoundationNetworking)
      if response.status == 401 {
        return UnchallengedResponse(
          url: url, statusCode: 401, httpVersion: "HTTP/1.1", headerFields: fields)
      }
    #endif
    return HTTPURLResponse(
      url: url, statusCode: response.status, httpVersion: "HTTP/1.1", headerFields: fields)
  }
}

#if !canImport(FoundationNetworking)
  extension ClientChannel {
    /// Tells the loading system of a redirect, which it follows by a new load, if the delegate likes.
    func redirect(to request: URLRequest, after response: HTTPURLResponse) {
      guard let proto else { return }
      proto.client?.urlProtocol(proto, wasRedirectedTo: request, redirectResponse: response)
    }
  }
#endif
