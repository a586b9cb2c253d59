import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The app's code: a session behind a protocol, so that a test may bring another.

/// What the game needs of a session.
protocol DataTaskMaking {
  func dataTask(
    with url: URL,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask
}

extension URLSession: DataTaskMaking {}

/// A game in which a number is to be guessed, which a service draws.
final class GuessingGame: @unchecked Sendable {
  // Unchecked: what changes is behind the lock.
  private let session: any DataTaskMaking
  private let lock = NSLock()
  private var drawn = 0

  /// The number that is to be guessed.
  var target: Int { lock.withLock { drawn } }

  init(session: any DataTaskMaking) {
    self.session = session
  }

  func reset(completion: @escaping @Sendable (Bool) -> Void) {
    guard
      let url = URL(
        string: "https://www.randomnumberapi.example/api/v1.0/random?min=0&max=100&count=1")
    else { return completion(false) }
    session.dataTask(with: url) { data, response, error in
      guard let data, error == nil, (response as? HTTPURLResponse)?.statusCode == 200,
        let numbers = try? JSONDecoder().decode([Int].self, from: data), let first = numbers.first
      else { return completion(false) }
      self.lock.withLock { self.drawn = first }
      completion(true)
    }.resume()
  }
}
