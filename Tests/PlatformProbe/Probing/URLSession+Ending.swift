import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLSession {
  /// How a request ends, in words: its status and text, or its error; or that it does not.
  func ending(of request: URLRequest, within duration: Duration = .seconds(5)) async -> String {
    let endings = Notes()
    let start = ContinuousClock.now
    dataTask(with: request) { data, response, error in
      endings.add(Self.ending(data, response, error))
    }.resume()
    guard await endings.wait(for: 1, atMost: duration) else { return "nothing for \(duration)" }
    let tenths = (ContinuousClock.now - start) / .milliseconds(100)
    let time =
      tenths < 5 ? "" : " after \((tenths / 10).formatted(.number.precision(.fractionLength(1)))) s"
    return endings.all.joined(separator: " and ") + time
  }

  /// What a completion handler is told, in words.
  static func ending(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) -> String {
    if let error {
      let error = error as NSError
      return "\(error.domain) \(error.code)"
    }
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    return "\(status) \"\(String(decoding: data ?? Data(), as: UTF8.self))\""
  }
}
