import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An app's client in a module that knows nothing of StubKit.
///
/// It makes its sessions itself, and gives nobody a way to configure them.
public struct ForeignClient: Sendable {
  /// How the client comes by its session.
  public enum Kind: String, CaseIterable, Sendable {
    case shared
    case `default`
    case ephemeral
    case defaultWithOptions
  }

  private let session: URLSession

  /// Makes a client with a session of this kind.
  public init(_ kind: Kind) {
    switch kind {
    case .shared:
      session = .shared
    case .default:
      session = URLSession(configuration: .default)
    case .ephemeral:
      session = URLSession(configuration: .ephemeral)
    case .defaultWithOptions:
      let configuration = URLSessionConfiguration.default
      configuration.timeoutIntervalForRequest = 7
      configuration.httpAdditionalHeaders = ["X-Client": "foreign"]
      session = URLSession(configuration: configuration)
    }
  }

  /// The text at an address.
  public func text(at url: String) async throws -> String {
    guard let url = URL(string: url) else { throw URLError(.badURL) }
    return String(decoding: try await session.data(from: url).0, as: UTF8.self)
  }
}
