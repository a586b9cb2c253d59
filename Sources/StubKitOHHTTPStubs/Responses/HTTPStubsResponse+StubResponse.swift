import Foundation
import StubKit

@available(*, deprecated)
extension HTTPStubsResponse {
  func stubResponse() throws -> StubResponse {
    if let problem { throw problem }
    // As in OHHTTPStubs, an error is delayed by the response time.
    if let error { return .failure(Self.asClientsGetIt(error)).taking(max(responseTime, 0), 0) }
    return try undelayedResponse().taking(requestTime, responseTime)
  }

  private func undelayedResponse() throws -> StubResponse {
    // A response that was made without a code is a 200.
    let status = statusCode == 0 ? 200 : Int(statusCode)
    switch source {
    case .none: return .data(Data(), status: status, headers: stubHeaders)
    case .data(let data): return .data(data, status: status, headers: stubHeaders)
    case .file(let url, let length):
      var headers = stubHeaders
      // StubKit counts the bytes itself, because it leaves out a byte order mark before JSON.
      if headers["Content-Length"] == "\(length)" { headers.remove("Content-Length") }
      return .file(url, status: status, headers: headers)
    case .stream(let stream):
      let data = dataSize > 0 ? try stream.contents() : Data()
      return .data(data, status: status, headers: stubHeaders)
    case .emptyMessage:
      return StubResponse(recordedWith: status, headers: stubHeaders, body: nil)
    case .failure(let failure): return failure
    }
  }

  /// Turns an `NSError` of the URL domain into a `URLError`, as Apple's platforms do by themselves.
  private static func asClientsGetIt(_ error: any Error) -> any Error {
    guard !(error is URLError), let code = URLError.code(of: error),
      let plain = error as Any as? NSError
    else { return error }
    return URLError(code, userInfo: plain.userInfo)
  }

  private var stubHeaders: StubHeaders {
    let fields = (httpHeaders ?? [:]).map { (name: "\($0.base)", value: "\($1)") }
    return fields.sorted { $0.name < $1.name }.reduce(into: [:]) { headers, field in
      let isAsRead = messageHeaders.dictionary[field.name] == field.value
      let values = isAsRead ? messageHeaders.values(for: field.name) : [field.value]
      for value in values { headers.append(value, for: field.name) }
    }
  }
}

extension StubResponse {
  fileprivate func taking(
    _ requestTime: TimeInterval, _ responseTime: TimeInterval
  ) -> StubResponse {
    requestTime == 0 && responseTime == 0
      ? self : self.requestTime(max(requestTime, 0), responseTime: responseTime)
  }
}
