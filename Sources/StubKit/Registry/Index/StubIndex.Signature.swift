extension StubIndex {
  /// Which parts of a request some stubs are looked up by: one look-up finds all of those stubs.
  struct Signature: Hashable {
    /// What of a path that is not known as a whole is part of the key.
    enum Path: Hashable {
      case nothing
      case prefix(length: Int)
      case template(Shape)
    }

    /// What of the query is part of the key.
    enum Query: Hashable {
      case nothing
      case name
      case item
    }

    /// What of a header field is part of the key, named by its number in the index.
    enum Header: Hashable {
      case nothing
      case name(Int)
      case value(Int)
      /// That the field is missing, which at a glance leaves it open.
      case missing(Int)
    }

    /// The parts that are known as a whole.
    var parts: RequestPart.Set = []
    var path = Path.nothing
    var query = Query.nothing
    var header = Header.nothing

    /// Whether nothing is part of the key.
    var isEmpty: Bool { self == Signature() }

    /// Whether there can be any number of signatures like this one.
    var isOneOfMany: Bool { header != .nothing || path != .nothing }
  }

  /// The shape of a path template: how many segments it has, and which of them are literal.
  struct Shape: Hashable {
    /// Templates of more segments are not looked up by.
    @inline(__always)
    static var segmentLimit: Int { 32 }

    let count: Int
    /// A bit for each literal segment, the first one's lowest.
    let literals: UInt64
  }

  /// What all live signatures together make of a request, so that nothing else is hashed.
  struct Needs {
    private(set) var parts: RequestPart.Set = []
    private(set) var segments = false
    private(set) var headers = false

    /// Adds what one signature needs; a query's pairs are hashed one by one when they are looked up.
    mutating func insert(_ signature: Signature) {
      parts.formUnion(signature.parts)
      if case .template = signature.path { segments = true }
      if signature.header != .nothing { headers = true }
    }
  }
}
