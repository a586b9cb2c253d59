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
  // Unchecked: each test plays alone.
  private let session: any DataTaskMaking
  private(set) var target = 0
  private(set) var round = 1

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
      self.target = first
      self.round = 1
      completion(true)
    }.resume()
  }
}
