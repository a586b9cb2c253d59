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

  /// A part of a key, hashed with a seed of its own, so that the path `/a` and the prefix `/a` differ.
  ///
  /// The key of a stub is the exclusive-or of the hashes of its parts.
  enum Role: UInt64 {
    typealias Bytes = ScannedURL.Bytes

    case prefix = 0xA54F_F53A_5F1D_36F1
    case segment = 0x510E_527F_ADE6_82D1
    case template = 0x9B05_688C_2B3E_6C1F
    case queryName = 0x428A_2F98_D728_AE22
    case queryFlag = 0x7137_4491_23EF_65CD
    case queryItem = 0xB5C0_FBCF_EC4D_3B2F
    case headerName = 0xE9B5_DBA5_8189_DBBC
    case headerValue = 0x3956_C25B_F348_B538
    case missingHeader = 0x59F1_11F1_B605_D019

    @inline(__always)
    func hash(_ bytes: Bytes) -> UInt64 {
      var hash = ByteHash(seed: rawValue)
      hash.combine(bytes)
      return hash.value
    }

    @inline(__always)
    func hash(header number: Int) -> UInt64 {
      var hash = ByteHash(seed: rawValue)
      hash.combine(UInt64(number))
      return hash.value
    }

    /// The hash of a query item.
    @inline(__always)
    static func hash(queryItem name: Bytes, value: Bytes?) -> UInt64 {
      guard let value else { return Role.queryFlag.hash(name) }
      var hash = ByteHash(seed: Role.queryItem.rawValue)
      hash.combine(name)
      hash.combine(value)
      return hash.value
    }

    /// The hash of a header field's value, never 0, which means that the field is missing.
    @inline(__always)
    static func hash(header number: Int, value: Bytes) -> UInt64 {
      var hash = ByteHash(seed: Role.headerValue.rawValue &+ UInt64(number))
      hash.combine(value)
      return max(1, hash.value)
    }

    /// The hash of the literal segments of a template, from the hashes of all segments.
    @inline(__always)
    static func hash(_ shape: Shape, segments: UnsafeBufferPointer<UInt64>) -> UInt64 {
      var hash = ByteHash(seed: Role.template.rawValue)
      hash.combine(shape.literals)
      var literals = shape.literals
      while literals != 0 {
        hash.combine(segments[literals.trailingZeroBitCount])
        literals &= literals - 1
      }
      // The number of segments distinguishes a template from a longer one that ends in parameters.
      hash.combine(UInt64(shape.count))
      return hash.value
    }
  }
}
