import Foundation
import FoundationNetworking

/// What a protocol, or the network, says of a request.
enum LoadingEvent: Sendable {
  case redirect(to: URLRequest, after: HTTPURLResponse)
  case challenge(URLAuthenticationChallenge, answer: ChallengeAnswer)
  case sent(added: Int64, total: Int64, expected: Int64)
  case head(URLResponse)
  case data(Data)
  case finished
  case failed(any Error)

  /// How a challenge is answered.
  typealias ChallengeAnswer =
    @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
}
