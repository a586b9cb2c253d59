extension StubIndex {
  /// The hashes of request parts that are looked up, the same for stubs and requests.
  ///
  /// The key of a stub is the exclusive-or of the hashes of its parts. Each part is hashed with a seed for
  /// its role, so that the path `/a` and the prefix `/a` differ.
  enum PartHash {
    typealias Bytes = ScannedURL.Bytes

    private enum Role: UInt64 {
      case prefix = 0xA54F_F53A_5F1D_36F1
      case segment = 0x510E_527F_ADE6_82D1
      case template = 0x9B05_688C_2B3E_6C1F
      case queryName = 0x428A_2F98_D728_AE22
      case queryFlag = 0x7137_4491_23EF_65CD
      case queryItem = 0xB5C0_FBCF_EC4D_3B2F
      case headerName = 0xE9B5_DBA5_8189_DBBC
      case headerValue = 0x3956_C25B_F348_B538
      case missingHeader = 0x59F1_11F1_B605_D019
    }

    @inline(__always)
    static func prefix(_ prefix: Bytes) -> UInt64 { hash(prefix, as: .prefix) }

    @inline(__always)
    static func segment(_ segment: Bytes) -> UInt64 { hash(segment, as: .segment) }

    /// The hash of the name of a query item, whatever its value.
    @inline(__always)
    static func query(name: Bytes) -> UInt64 { hash(name, as: .queryName) }

    /// The hash of a query item.
    @inline(__always)
    static func query(name: Bytes, value: Bytes?) -> UInt64 {
      guard let value else { return hash(name, as: .queryFlag) }
      var hash = ByteHash(seed: Role.queryItem.rawValue)
      hash.combine(name)
      hash.combine(value)
      return hash.value
    }

    /// The hash of the header field with this number, whatever its value.
    @inline(__always)
    static func header(_ number: Int) -> UInt64 { hash(number, as: .headerName) }

    /// The hash of the absence of this header field.
    @inline(__always)
    static func missingHeader(_ number: Int) -> UInt64 { hash(number, as: .missingHeader) }

    /// The hash of a header field and its value, never 0, which means that the field is missing.
    @inline(__always)
    static func header(_ number: Int, value: Bytes) -> UInt64 {
      var hash = ByteHash(seed: Role.headerValue.rawValue &+ UInt64(number))
      hash.combine(value)
      return max(1, hash.value)
    }

    /// The hash of the literal segments of a template, from the hashes of all segments.
    @inline(__always)
    static func template(_ shape: Shape, segments: UnsafeBufferPointer<UInt64>) -> UInt64 {
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

    @inline(__always)
    private static func hash(_ bytes: Bytes, as role: Role) -> UInt64 {
      var hash = ByteHash(seed: role.rawValue)
      hash.combine(bytes)
      return hash.value
    }

    @inline(__always)
    private static func hash(_ number: Int, as role: Role) -> UInt64 {
      var hash = ByteHash(seed: role.rawValue)
      hash.combine(UInt64(number))
      return hash.value
    }
  }
}
