import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The usual way: a list of closures over Foundation's accessors, asked from the newest on.
struct ClosureScan {
  private let closures: [Family.Closure]

  /// Makes the closures of the first stubs of a family.
  init(_ count: Int, of family: Family) {
    closures = (0..<count).map { family.closure($0) }
  }

  var isEmpty: Bool { closures.isEmpty }

  /// Whether some closure says yes.
  @inline(never)
  func answers(_ request: URLRequest) -> Bool {
    for closure in closures.reversed() where closure(request) { return true }
    return false
  }
}
