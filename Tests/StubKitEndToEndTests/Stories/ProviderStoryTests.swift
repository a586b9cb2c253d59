import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The app's code.

/// What can go wrong.
private enum ProviderError: Error, Equatable {
  case unknown
  case statusCode(Int)
  case decoding
  case url
}

/// A page of products.
private struct ProductPage: Codable, Equatable, Sendable {
  struct Product: Codable, Equatable, Sendable {
    let id: Int
    let name: String
  }

  let pageNo: Int
  let itemsPerPage: Int
  let totalCount: Int
  let pages: [Product]
}

/// Fetches one kind of thing.
private struct Provider<T: Codable & Sendable>: Sendable {
  let session: URLSession

  func fetch(_ string: String) async -> Result<T, ProviderError> {
    guard let url = URL(string: string), url.scheme != nil, url.host != nil else {
      return .failure(.url)
    }
    return await fetch(url)
  }

  func fetch(_ url: URL) async -> Result<T, ProviderError> {
    await withCheckedContinuation { continuation in
      session.dataTask(with: url) { data, response, error in
        if let error = error as? URLError, error.code == .unsupportedURL {
          return continuation.resume(returning: .failure(.url))
        }
        guard error == nil, let response = response as? HTTPURLResponse else {
          return continuation.resume(returning: .failure(.unknown))
        }
        guard response.statusCode == 200 else {
          return continuation.resume(returning: .failure(.statusCode(response.statusCode)))
        }
        guard let value = try? JSONDecoder().decode(T.self, from: data ?? Data()) else {
          return continuation.resume(returning: .failure(.decoding))
        }
        continuation.resume(returning: .success(value))
      }.resume()
    }
  }
}

/// A generic provider that maps what happens to four errors.
struct ProviderStoryTests {
  private static let address = "https://market.example/api/products?page_no=1&items_per_page=20"

  @Test func `a page is decoded`() async throws {
    let page = ProductPage(
      pageNo: 1, itemsPerPage: 20, totalCount: 10,
      pages: (0..<10).map { ProductPage.Product(id: 20 - $0, name: "product \($0)") })
    let result = await fetch(.json(page))
    let fetched = try result.get()
    #expect(fetched.itemsPerPage == 20)
    #expect(fetched.totalCount == 10)
    #expect(fetched.pages.first?.id == 20)
    #expect(fetched == page)
  }

  @Test func `a transport error is unknown`() async {
    #expect(await fetch(.failure(.networkConnectionLost)) == .failure(.unknown))
  }

  @Test func `a status other than 200 is told`() async {
    #expect(await fetch(.status(500)) == .failure(.statusCode(500)))
  }

  @Test func `a body that is no page is told`() async {
    #expect(await fetch(.json(["items": 3])) == .failure(.decoding))
  }

  @Test func `a URL that is only a word is told, whoever looks first`() async {
    let registry = StubRegistry()
    let provider = Provider<ProductPage>(session: registry.session)
    #expect(await provider.fetch("empty") == .failure(.url))
    // Past the provider's own check it is Foundation that knows no way to load it.
    #expect(await provider.fetch(url("empty")) == .failure(.url))
    registry.stub(condition: anyRequest(), response: .status(418))
    #expect(await provider.fetch(url("empty")) == .failure(.statusCode(418)))
  }

  private func fetch(_ response: StubResponse) async -> Result<ProductPage, ProviderError> {
    let registry = StubRegistry()
    registry.stub(condition: isAbsoluteURLString(Self.address), response: response)
    return await Provider<ProductPage>(session: registry.session).fetch(Self.address)
  }
}
