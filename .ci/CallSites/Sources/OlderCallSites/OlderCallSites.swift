// swift-format-ignore-file: OnlyOneTrailingClosureArgument, OmitExplicitReturns, NeverForceUnwrap
// This is how code for OHHTTPStubs is written.

import Foundation
import StubKitOHHTTPStubs

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Stubs as a test helper written for OHHTTPStubs registers them.
@available(*, deprecated)
public final class OlderCallSites {
  private var count = 0
  weak var users: HTTPStubsDescriptor?
  private var isUsers: HTTPStubsTestBlock { return isScheme("https") && isHost("api.test") }

  private func isLogin() -> HTTPStubsTestBlock {
    return { request in request.url?.path == "/login" && self.count == 0 }
  }

  /// Registers, listens and removes.
  public func register() throws {
    users = stub(condition: isUsers && isMethodGET()) { request in
      self.count += 1
      guard let path = OHPathForFile("users.json", type(of: self)) else {
        return HTTPStubsResponse(error: URLError(.fileDoesNotExist))
      }
      return fixture(filePath: path, headers: nil)
        .requestTime(0, responseTime: OHHTTPStubsDownloadSpeedWifi)
    }
    users?.name = "users"
    stub(condition: isLogin() || !isPath("/") && { $0.httpMethod == "PUT" }) { request in
      let body = request.ohhttpStubs_httpBody ?? Data()
      return HTTPStubsResponse(data: body, statusCode: 200, headers: ["X-Count": self.count])
    }.name = "login"
    stub(condition: isPath("/none")) { _ in
      HTTPStubsResponse(jsonObject: ["a": 1], statusCode: 404, headers: nil).responseTime(1)
    }
    HTTPStubs.onStubActivation { request, stub, response in
      print(request, stub.name ?? "", response.statusCode)
    }
    HTTPStubs.afterStubFinish { _, _, _, error in print(error.localizedDescription) }
    HTTPStubs.onStubActivation(nil)
    if let users { HTTPStubs.removeStub(users) }
    HTTPStubs.removeAllStubs()
  }
}

/// The same for version 8 and before.
@available(*, deprecated)
public final class OldestCallSites: NSObject {
  weak var users: OHHTTPStubsDescriptor?
  private let isUsers: OHHTTPStubsTestBlock = isHost("api.test") && isPath("/users")
  private var answer: OHHTTPStubsResponseBlock = { request in
    OHHTTPStubsResponse(
      data: request.ohhttpStubs_httpBody ?? Data(), statusCode: 200, headers: ["X-A": "b"])
  }

  /// Registers, listens and removes.
  public func register() {
    users = OHHTTPStubs.stubRequests(passingTest: isUsers, withStubResponse: answer)
    users?.name = "users"
    OHHTTPStubs.stubRequests(passingTest: { $0.httpMethod == "PUT" }) { _ in
      return OHHTTPStubsResponse(error: URLError(.timedOut))
    }
    stub(condition: isMethodGET() && isExtension("json")) { _ in
      let path = OHPathForFile("users.json", type(of: self))
      return fixture(filePath: path!, headers: ["Content-Type": "application/json"])
        .responseTime(OHHTTPStubsDownloadSpeedWifi)
    }
    OHHTTPStubs.onStubActivation {
      (request: URLRequest, stub: OHHTTPStubsDescriptor, response: OHHTTPStubsResponse) -> Void in
      print("\(request) is answered by \(stub.name ?? "a stub") with \(response.statusCode)")
    }
    OHHTTPStubs.setEnabled(true, for: URLSessionConfiguration.default)
    if let users = users { OHHTTPStubs.removeStub(users) }
    OHHTTPStubs.removeAllStubs()
  }
}
