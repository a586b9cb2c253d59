import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a delegate says to a question, or the loading system in its place.
enum Advice: Sendable {
  /// Follow the redirect by this request.
  case follow(URLRequest)
  /// Send the request again with this value of the `Authorization` header.
  case authorize(String)
  /// What has come is the response.
  case keep
  /// Give up.
  case cancel
  /// The loading system follows the redirect itself, or keeps it: nobody says which.
  case handOver
}
