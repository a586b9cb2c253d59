extension StubIndex {
  /// The parts of a request that some stubs are looked up by; one look-up finds all these stubs.
  struct Signature: Hashable {
    /// The part of an otherwise unknown path that belongs to the key.
    enum Path: Hashable {
      case nothing
      case prefix(length: Int)
      case template(Shape)
    }

    /// The part of the query that belongs to the key.
    enum Query: Hashable {
      case nothing
      case name
      case item
    }

    /// The part of a header field that belongs to the key, by the field's number in the index.
    enum Header: Hashable {
      case nothing
      case name(Int)
      case value(Int)
      /// The field is missing, and the session may still add it.
      case missing(Int)
    }

    /// The parts that are known as a whole.
    var parts: RequestPart.Set = []
    var path = Path.nothing
    var query = Query.nothing
    var header = Header.nothing

    var isEmpty: Bool { self == Signature() }

    /// Whether the number of such signatures is unlimited.
    var isOneOfMany: Bool { header != .nothing || path != .nothing }
  }

  /// The shape of a path template: the number of its segments, and which of them are literal.
  struct Shape: Hashable {
    /// Longer templates are not looked up by their segments.
    @inline(__always)
    static var segmentLimit: Int { 32 }

    let count: Int
    /// A bit for each literal segment; that of the first one is the lowest.
    let literals: UInt64
  }

  /// The hashes that all live signatures together need.
  struct Needs {
    private(set) var parts: RequestPart.Set = []
    private(set) var segments = false
    private(set) var headers = false

    /// Adds the needs of a signature; query items are hashed one by one during the look-up.
    mutating func insert(_ signature: Signature) {
      parts.formUnion(signature.parts)
      if case .template = signature.path { segments = true }
      if signature.header != .nothing { headers = true }
    }
  }
}
