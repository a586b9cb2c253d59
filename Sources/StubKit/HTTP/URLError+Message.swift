package import Foundation

extension URLError {
  // Foundation's constant is deprecated, but some code still reads this key.
  private static let failingURLStringKey = "NSErrorFailingURLStringKey"

  package init(_ code: Code, _ message: String, url: URL? = nil) {
    self = URLError(code).saying(message.linesWithVisibleControls)
    if let url { self = naming(url) }
  }

  /// The code of an error of the URL domain; on Linux such an `NSError` is no `URLError`.
  package static func code(of error: any Error) -> Code? {
    let error = error as NSError
    // On Linux the initializer returns nil for an unknown code.
    return error.domain == NSURLErrorDomain ? Code(rawValue: error.code) : nil
  }

  func failing(_ url: URL?) -> URLError {
    guard let url, errorUserInfo[NSURLErrorFailingURLErrorKey] == nil else { return self }
    return naming(url)
  }

  func saying(_ message: String) -> URLError { with([NSLocalizedDescriptionKey: message]) }

  func naming(_ url: URL) -> URLError {
    with([NSURLErrorFailingURLErrorKey: url, Self.failingURLStringKey: url.absoluteString])
  }

  func with(_ userInfo: [String: Any]) -> URLError {
    URLError(code, userInfo: errorUserInfo.merging(userInfo) { $1 })
  }
}

extension URLError.Code {
  package var sentence: String {
    switch self {
    case .unknown: "An unknown error occurred."
    case .cancelled: "The request was cancelled."
    case .badURL: "The URL is malformed."
    case .timedOut: "The request timed out."
    case .unsupportedURL: "The URL's scheme is not supported."
    case .cannotFindHost: "No server with this host name could be found."
    case .cannotConnectToHost: "A connection to the server could not be made."
    case .networkConnectionLost: "The network connection was lost."
    case .dnsLookupFailed: "The host name could not be looked up."
    case .httpTooManyRedirects: "There were too many redirects."
    case .resourceUnavailable: "The resource is not available."
    case .notConnectedToInternet: "There is no connection to the Internet."
    case .redirectToNonExistentLocation: "The redirect leads to a location that does not exist."
    case .badServerResponse: "The server's response makes no sense."
    case .userCancelledAuthentication: "The user cancelled the sign-in."
    case .userAuthenticationRequired: "The server asks the user to sign in."
    case .zeroByteResource: "The resource is empty."
    case .cannotDecodeRawData: "The raw data of the response could not be decoded."
    case .cannotDecodeContentData: "The content of the response could not be decoded."
    case .cannotParseResponse: "The response could not be parsed."
    case .appTransportSecurityRequiresSecureConnection:
      "App Transport Security requires a secure connection."
    case .fileDoesNotExist: "The file does not exist."
    case .fileIsDirectory: "The file is a directory."
    case .noPermissionsToReadFile: "There is no permission to read the file."
    case .dataLengthExceedsMaximum: "The response is too large."
    case .secureConnectionFailed: "A secure connection could not be made."
    case .serverCertificateHasBadDate: "The server's certificate is out of date."
    case .serverCertificateUntrusted: "The server's certificate is not trusted."
    case .serverCertificateHasUnknownRoot: "The server's certificate has an unknown root."
    case .serverCertificateNotYetValid: "The server's certificate is not valid yet."
    case .clientCertificateRejected: "The server rejected the client's certificate."
    case .clientCertificateRequired: "The server asks for a client certificate."
    case .cannotLoadFromNetwork: "The resource may only come from the cache, where it is missing."
    case .internationalRoamingOff: "International roaming is off."
    case .callIsActive: "A phone call is active."
    case .dataNotAllowed: "Mobile data is not allowed."
    case .requestBodyStreamExhausted: "The request's body stream has been used up."
    default: "The request failed with the URL error \(rawValue)."
    }
  }
}
