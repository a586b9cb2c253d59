extension StubIndex {
  /// The parts of a request that some stubs are looked up by; one look-up finds all these stubs.
  struct Signature: Hashable {
    /// What a key has besides whole parts; the index gives each header field its number.
    enum Detail: Hashable {
      case nothing
      case prefix(length: Int)
      case template(Shape)
      case queryName
      case queryItem
      case headerName(Int)
      case headerValue(Int)
      /// The field is missing, and the session may still add it.
      case missingHeader(Int)
    }

    var parts: RequestPart.Set = []
    var detail = Detail.nothing

    var isEmpty: Bool { self == Signature() }

    var isOfQuery: Bool {
      switch detail {
      case .queryName, .queryItem: true
      default: false
      }
    }

    /// Whether the number of signatures with this kind of detail is unlimited.
    var isOneOfMany: Bool { detail != .nothing && !isOfQuery }
  }

  struct Shape: Hashable {
    /// Longer templates are not looked up by their segments.
    @inline(__always)
    static var segmentLimit: Int { 32 }

    let count: Int
    /// A bit for each literal segment; the lowest bit stands for the first segment.
    let literals: UInt64
  }

  /// A part of a key, with a seed of its own, so that the path `/a` and the prefix `/a` differ.
  ///
  /// The key of a stub is the exclusive-or of the hashes of its parts.
  enum Role: UInt64 {
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

    @inline(__always)
    static func hash(queryItem name: Bytes, value: Bytes?) -> UInt64 {
      guard let value else { return Role.queryFlag.hash(name) }
      var hash = ByteHash(seed: Role.queryItem.rawValue)
      hash.combine(name)
      hash.combine(value)
      return hash.value
    }

    /// Never 0, which stands for a missing field.
    @inline(__always)
    static func hash(header number: Int, value: Bytes) -> UInt64 {
      var hash = ByteHash(seed: Role.headerValue.rawValue &+ UInt64(number))
      hash.combine(value)
      return max(1, hash.value)
    }

    /// `segments` has the hashes of all segments, of which only the literal ones count.
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

  /// The hashes that the index needs of a request, each computed once, in the caller's memory.
  struct RequestHashes {
    /// Has room for `size` hashes: first those of whole parts, each at the number of its part.
    private let scratch: UnsafeMutableBufferPointer<UInt64>
    /// Empty for a path that no template fits.
    private var segments = UnsafeBufferPointer<UInt64>(start: nil, count: 0)
    /// By the numbers of the header fields; 0 for a missing field.
    private var headers = UnsafeBufferPointer<UInt64>(start: nil, count: 0)

    // Constants, so that the compiler puts the scratch memory on the stack.
    @inline(__always)
    private static var wholesEnd: Int { RequestPart.limit }
    @inline(__always)
    private static var segmentsEnd: Int { wholesEnd + Shape.segmentLimit }
    @inline(__always)
    static var size: Int { segmentsEnd + StubIndex.familyLimit }

    /// `scratch` must have room for `size` hashes, and be kept until the look-ups are done.
    @inline(__always)
    init(
      _ probe: RequestProbe, for index: borrowing StubIndex,
      scratch: UnsafeMutableBufferPointer<UInt64>
    ) {
      self.scratch = scratch
      index.neededParts.visitEach { part in
        scratch[Int(part.rawValue)] = part.withBytes(of: probe) { part.hash($0) }
      }
      if index.needsSegments {
        segments = Self.segments(
          of: probe.url,
          in: UnsafeMutableBufferPointer(rebasing: scratch[Self.wholesEnd..<Self.segmentsEnd]))
      }
      if !index.headerNames.isEmpty {
        headers = Self.headers(
          of: probe, named: index.headerNames,
          in: UnsafeMutableBufferPointer(
            rebasing: scratch[Self.segmentsEnd...].prefix(index.headerNames.count)))
      }
    }

    /// Leaves out a query item, which the caller adds; nil if the request lacks another part.
    @inline(__always)
    func key(for signature: borrowing Signature, of probe: RequestProbe) -> UInt64? {
      var key: UInt64 = 0
      signature.parts.visitEach { key ^= scratch[Int($0.rawValue)] }
      switch signature.detail {
      case .nothing, .queryName, .queryItem: break
      case .prefix(let length):
        let hash = probe.url.withPath { path -> UInt64? in
          path.count < length ? nil : Role.prefix.hash(Bytes(rebasing: path[..<length]))
        }
        guard let hash else { return nil }
        key ^= hash
      case .template(let shape):
        guard segments.count == shape.count else { return nil }
        key ^= Role.hash(shape, segments: segments)
      case .headerName(let number):
        guard headers[number] != 0 else { return nil }
        key ^= Role.headerName.hash(header: number)
      case .headerValue(let number):
        guard headers[number] != 0 else { return nil }
        key ^= headers[number]
      case .missingHeader(let number):
        guard probe.mayGainHeaders, headers[number] == 0 else { return nil }
        key ^= Role.missingHeader.hash(header: number)
      }
      return key
    }

    @inline(__always)
    static func hash(
      of pair: QueryPairs.Pair, as detail: Signature.Detail, ifEncoded isEncoded: Bool
    ) -> UInt64 {
      PercentDecoding.withDecoded(pair.rawName, ifEncoded: isEncoded) { name in
        guard case .queryItem = detail else { return Role.queryName.hash(name) }
        guard let rawValue = pair.rawValue else { return Role.hash(queryItem: name, value: nil) }
        return PercentDecoding.withDecoded(rawValue, ifEncoded: isEncoded) {
          Role.hash(queryItem: name, value: $0)
        }
      }
    }

    /// Empty if there are too many segments, or if the path is relative.
    private static func segments(
      of url: ScannedURL, in scratch: UnsafeMutableBufferPointer<UInt64>
    ) -> UnsafeBufferPointer<UInt64> {
      url.withSegmentedPath { path in
        var count = 0
        for segment in PathSegments(path) {
          guard count < scratch.count else { return UnsafeBufferPointer(start: nil, count: 0) }
          scratch[count] = Role.segment.hash(segment)
          count += 1
        }
        return UnsafeBufferPointer(rebasing: scratch[..<count])
      }
    }

    private static func headers(
      of probe: RequestProbe, named names: [String], in room: UnsafeMutableBufferPointer<UInt64>
    ) -> UnsafeBufferPointer<UInt64> {
      for number in names.indices {
        let value = names[number].withBytes { probe.header($0) }
        room[number] = value?.withBytes { Role.hash(header: number, value: $0) } ?? 0
      }
      return UnsafeBufferPointer(room)
    }
  }
}
