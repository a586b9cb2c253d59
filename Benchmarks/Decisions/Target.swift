import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Which of the stubs answer the requests that are timed.
enum Target: String, CaseIterable {
  case newest
  case oldest
  case none
  /// A thousand of them in turn, spread evenly.
  case rotating

  /// Whether a stub answers.
  var isHit: Bool { self != .none }

  /// The requests, of which the timing goes round.
  func requests(of family: Family, _ count: Int) -> [URLRequest] {
    switch self {
    case .newest: [family.request(count - 1)]
    case .oldest: [family.request(0)]
    case .none: [family.request(count + 1)]
    case .rotating: (0..<1_000).map { family.request($0 * 7_919 % count) }
    }
  }
}
