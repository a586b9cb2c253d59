import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The answer of a delegate, or of the loading system in its place, to a question.
enum Advice: Sendable {
  case follow(URLRequest)
  /// The value of the `Authorization` header with which to send the request again.
  case authorize(String)
  /// Take the redirect or the challenge itself as the response.
  case keep
  case cancel
  /// The loading system decides whether the redirect is followed, and does not say so.
  case handOver
}
