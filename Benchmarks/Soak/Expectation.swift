import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The ending that a request must have if it is not cancelled.
enum Expectation {
  case response(status: Int, body: Data)
  /// An error with one of these codes, after a part of a body.
  case failure([URLError.Code], partOf: Data = Data())
  /// The error that the closure threw.
  case thrown(number: Int)
  /// None, until it is cancelled.
  case nothing

  init(_ kind: Kind, number: Int) {
    switch kind {
    case .value, .redirect, .suspended, .challenged:
      self = .response(status: 200, body: Bodies.value)
    case .json: self = .response(status: 201, body: Bodies.json)
    case .file: self = .response(status: 200, body: Bodies.file)
    case .empty: self = .response(status: 204, body: Data())
    case .refused: self = .response(status: 302, body: Data())
    case .delayed: self = .response(status: 200, body: Bodies.delayed)
    case .chunked: self = .response(status: 200, body: Bodies.chunked)
    case .source: self = .response(status: 200, body: Data(Bodies.source.joined()))
    case .syncClosure, .asyncClosure, .forwardedEcho:
      self = .response(status: 200, body: Bodies.echo(number))
    case .forwarded, .forwardedRedirect, .forwardedSlow:
      self = .response(status: 200, body: Bodies.served(number))
    case .dropped:
      self = .failure([.networkConnectionLost], partOf: Bodies.dropped.prefix(Bodies.droppedAfter))
    case .forwardedDrop:
      // What curl makes of it is Foundation's choice.
      self = .failure(
        [.networkConnectionLost, .unknown, .badServerResponse, .cannotParseResponse],
        partOf: Bodies.served(number))
    case .failing: self = .failure([.notConnectedToInternet])
    case .unmatched: self = .failure([.resourceUnavailable])
    case .timedOut: self = .failure([.timedOut])
    case .throwing: self = .thrown(number: number)
    case .hang: self = .nothing
    }
  }

  /// What is wrong with an ending; nil if nothing is.
  func fault(in outcome: Errand.Outcome) -> String? {
    switch self {
    case .response(let status, let body):
      if let error = outcome.error { return "failed: \(Self.name(error))" }
      guard outcome.status == status else { return "has the status \(outcome.status ?? 0)" }
      guard outcome.body == body else {
        return "has \(outcome.body.count) bytes that are not the \(body.count) expected ones"
      }
      return nil
    case .failure(let codes, let whole):
      guard let error = outcome.error else { return "did not fail" }
      guard let code = (error as? URLError)?.code, codes.contains(code) else {
        return "failed otherwise: \(Self.name(error))"
      }
      return whole.starts(with: outcome.body) ? nil : "has a part that is not one of the whole"
    case .thrown(let number):
      guard let error = outcome.error else { return "did not fail" }
      return (error as? SoakError)?.number == number
        ? nil : "has another error than was thrown: \(Self.name(error))"
    case .nothing: return "ended, though nothing answers"
    }
  }

  /// What is wrong with an ending of which a cancel may have been the cause; nil if nothing is.
  func faultAfterCancel(in outcome: Errand.Outcome) -> String? {
    guard (outcome.error as? URLError)?.code == .cancelled else { return fault(in: outcome) }
    let whole: Data
    switch self {
    case .response(_, let body): whole = body
    case .failure(_, let body): whole = body
    case .thrown, .nothing: whole = Data()
    }
    return whole.starts(with: outcome.body) ? nil : "was cancelled with bytes that are not its own"
  }

  private static func name(_ error: any Error) -> String {
    (error as? URLError).map { "URLError \($0.code.rawValue)" } ?? "\(error)"
  }
}

/// What a closure throws.
struct SoakError: Error {
  let number: Int
}
