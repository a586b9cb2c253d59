import Foundation
import FoundationNetworking

/// Stands for Apple's own protocols in a configuration; whoever is taken by it goes to the network.
final class BuiltInProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
}
