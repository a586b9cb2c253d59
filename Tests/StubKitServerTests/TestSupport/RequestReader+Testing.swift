import Foundation

@testable import StubKitServer

extension RequestReader {
  /// Everything that is read of some bytes which come in portions: requests, and what is left at last.
  static func outcomes(
    of portions: [some Collection<UInt8>], limits: RequestLimits = RequestLimits()
  ) -> [Outcome] {
    var reader = RequestReader(limits: limits)
    var outcomes: [Outcome] = []
    for portion in portions {
      Array(portion).withUnsafeBytes { reader.append($0) }
      while case .request(let request) = reader.next() { outcomes.append(.request(request)) }
    }
    return outcomes + [reader.next()]
  }

  static func outcomes(of text: String, limits: RequestLimits = RequestLimits()) -> [Outcome] {
    outcomes(of: [Array(text.utf8)], limits: limits)
  }
}

extension RequestReader.Outcome {
  var request: ServerRequest? { if case .request(let request) = self { request } else { nil } }
  var refusal: Refusal? { if case .refused(let refusal) = self { refusal } else { nil } }
}
