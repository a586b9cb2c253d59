import Foundation
import StubKit

enum HARFailure {
  /// The error that StubKit wrote to an archive; the error may have followed a part of the answer.
  static func recordedCode(for text: String) -> URLError.Code? {
    let domain = RecordedExchange.errorDomain + " "
    guard text.hasPrefix(domain) else { return nil }
    return Int(text.dropFirst(domain.count)).flatMap { number -> URLError.Code? in
      // On some platforms the initializer returns nil for an unknown code.
      URLError.Code(rawValue: number)
    }
  }

  /// The error that ends a body that broke off, or was still arriving when the archive was saved.
  static func codeOfBreak(for text: String) -> URLError.Code? {
    text == RecordedExchange.pending ? .networkConnectionLost : recordedCode(for: text)
  }

  static func code(for text: String) -> URLError.Code? {
    if let code = recordedCode(for: text) { return code }
    return switch text.replacing("net::", with: "") {
    case "ERR_ABORTED": .cancelled
    case "ERR_TIMED_OUT", "ERR_CONNECTION_TIMED_OUT": .timedOut
    case "ERR_NAME_NOT_RESOLVED": .cannotFindHost
    case "ERR_CONNECTION_REFUSED", "ERR_ADDRESS_UNREACHABLE", "ERR_CONNECTION_FAILED":
      .cannotConnectToHost
    case "ERR_CONNECTION_RESET", "ERR_CONNECTION_CLOSED", "ERR_EMPTY_RESPONSE",
      "ERR_NETWORK_CHANGED":
      .networkConnectionLost
    case "ERR_INTERNET_DISCONNECTED": .notConnectedToInternet
    case "ERR_TOO_MANY_REDIRECTS": .httpTooManyRedirects
    case "ERR_SSL_PROTOCOL_ERROR": .secureConnectionFailed
    case "ERR_CERT_AUTHORITY_INVALID", "ERR_CERT_COMMON_NAME_INVALID":
      .serverCertificateUntrusted
    case "ERR_CERT_DATE_INVALID": .serverCertificateHasBadDate
    case "ERR_INVALID_RESPONSE", "ERR_INVALID_HTTP_RESPONSE", "ERR_CONTENT_LENGTH_MISMATCH":
      .badServerResponse
    default: nil
    }
  }
}

extension HARArchive {
  /// The positions of those failures of the `meant` requests that no answer follows in the archive.
  ///
  /// Both must follow: an answer to an equal request, and one to a request that differs at most in
  /// values that are new in each run, since a replay recognizes a request in either way.
  func lastFailures(of meant: [HAREntry.Request]) -> Set<Int> {
    let names = ArchiveNames(of: self)
    return lastFailures(of: meant, by: \.self).union(
      lastFailures(of: meant) { $0.identity(without: names) })
  }

  private func lastFailures<Identity: Hashable>(
    of meant: [HAREntry.Request], by identity: (HAREntry.Request) -> Identity
  ) -> Set<Int> {
    let identities = Set(meant.map(identity))
    var answered: Set<Identity> = []
    var positions: Set<Int> = []
    for (position, entry) in entries.enumerated().reversed() {
      let identity = identity(entry.request)
      guard identities.contains(identity) else { continue }
      if entry.response.isWhole {
        answered.insert(identity)
      } else if !answered.contains(identity) {
        positions.insert(position)
      }
    }
    return positions
  }
}

extension HAREntry.Request {
  /// A request without what is new in each run: secrets, fleeting values, boundaries of parts.
  fileprivate struct Identity: Hashable {
    let method: String
    let url: String
    let body: ArchivedBody?
  }

  fileprivate func identity(without names: ArchiveNames?) -> Identity {
    let loose = names?.loosening(self) ?? self
    let body = isBodyUnknown ? nil : ArchivedBody(loose.body).withoutFleetingValues
    return Identity(method: method, url: loose.url, body: body)
  }
}
