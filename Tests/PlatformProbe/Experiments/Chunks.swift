import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A body that comes in pieces is seen in pieces, or whole.
struct Chunks: Experiment {
  let question = "What arrives of a body in three pieces?"

  private final class Chunked: ProbeProtocol {
    override func startLoading() {
      answer("one ", "two ", "three")
    }
  }

  private final class Receiving: NSObject, URLSessionDataDelegate {
    let pieces = Notes()
    let ends = Notes()

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      pieces.add("\"\(String(decoding: data, as: UTF8.self))\"")
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      ends.add("end")
    }
  }

  func answer() async -> String {
    let handler = await Chunked.session().ending(of: Chunked.request())
    let delegate = Receiving()
    Chunked.session(delegate: delegate).dataTask(with: Chunked.request()).resume()
    await delegate.ends.wait(for: 1)
    let pieces = delegate.pieces.all.joined(separator: ", ")
    return "for a handler: \(handler); for a delegate: \(pieces)"
  }
}
