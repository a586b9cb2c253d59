import Foundation
import TestPlaces

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A stub server resets a connection where a stub drops it, after so many bytes.
struct Resets: Experiment {
  let question = "What comes of a connection that is reset behind 1,000 of 2,000 bytes?"

  private final class Receiver: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    // Unchecked: its session calls one after the other, and it is asked after the end.
    let endings = Notes()
    private var count = 0

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      count += data.count
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      let error = error.map { $0 as NSError }
      endings.add("\(count) bytes, \(error.map { "\($0.domain) \($0.code)" } ?? "no error")")
    }
  }

  func answer() async throws -> String {
    let server = try LoopbackServer { _ in
      LoopbackServer.Response(body: Data(count: 2_000), resets: true)
    }
    guard let url = URL(string: server.url("/")) else { return "no address" }
    let answers = Notes()
    for _ in 0..<10 {
      let receiver = Receiver()
      let session = URLSession(configuration: .ephemeral, delegate: receiver, delegateQueue: nil)
      session.dataTask(with: url).resume()
      await receiver.endings.wait(for: 1)
      answers.add(receiver.endings.all.first ?? "nothing for 5 seconds")
      session.finishTasksAndInvalidate()
    }
    return answers.distinct.joined(separator: "; ")
  }
}
