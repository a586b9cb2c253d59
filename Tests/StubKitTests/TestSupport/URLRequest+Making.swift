import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// A request to an address, with whatever else a test needs.
  static func to(
    _ address: String = "https://api.example.com/", method: String = "GET",
    headers: [String: String] = [:], body: String? = nil
  ) throws -> URLRequest {
    guard let url = URL(string: address) else { throw NoURL(description: address) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    request.httpBody = body.map { Data($0.utf8) }
    return request
  }

  private struct NoURL: Error, CustomStringConvertible {
    let description: String
  }
}
