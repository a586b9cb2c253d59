extension StubIndex {
  /// The parts of a request by which some stubs are looked up, together rather than one by one.
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

    /// Keeps the keys of two signatures apart: the prefix `/a` is another key than the path `/a`.
    var seed: UInt64 { UInt64(truncatingIfNeeded: hashValue) }

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

  /// The hash of a text in a key, or of an item's name and value; never 0.
  ///
  /// The key of a stub is the exclusive-or of the hashes of its parts and its signature's seed. The
  /// key's lowest bit is spare, since the table sets it.
  @inline(__always)
  static func hash(_ bytes: Bytes, _ value: Bytes? = nil) -> UInt64 {
    var hash = ByteHash(seed: 0xA54F_F53A_5F1D_36F1)
    hash.combine(bytes)
    if let value { hash.combine(value) }
    return hash.value | 1
  }

  /// Of the hashes in `segments`, only those of literal segments count.
  @inline(__always)
  static func hash(_ shape: Shape, segments: UnsafeBufferPointer<UInt64>) -> UInt64 {
    var hash = ByteHash(seed: 0)
    var literals = shape.literals
    while literals != 0 {
      hash.combine(segments[literals.trailingZeroBitCount])
      literals &= literals - 1
    }
    return hash.value
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

    /// The key without seed and query item, which the caller adds; nil if another part is missing.
    @inline(__always)
    func key(for signature: Signature, of probe: RequestProbe) -> UInt64? {
      var key: UInt64 = 0
      signature.parts.visitEach { key ^= scratch[Int($0.rawValue)] }
      if case .nothing = signature.detail { return key }
      return hash(of: signature.detail, of: probe).map { key ^ $0 }
    }

    @inline(never)
    private func hash(of detail: Signature.Detail, of probe: RequestProbe) -> UInt64? {
      switch detail {
      case .nothing, .queryName, .queryItem: return 0
      case .prefix(let length):
        return probe.url.withPath { path in
          path.count < length ? nil : StubIndex.hash(Bytes(rebasing: path[..<length]))
        }
      case .template(let shape):
        return segments.count == shape.count ? StubIndex.hash(shape, segments: segments) : nil
      case .headerName(let number): return headers[number] != 0 ? 0 : nil
      case .headerValue(let number): return headers[number] != 0 ? headers[number] : nil
      case .missingHeader(let number):
        return probe.mayGainHeaders && headers[number] == 0 ? 0 : nil
      }
    }

    @inline(__always)
    static func hash(
      of pair: QueryPairs.Pair, as detail: Signature.Detail, ifEncoded isEncoded: Bool
    ) -> UInt64 {
      PercentDecoding.withDecoded(pair.rawName, ifEncoded: isEncoded) { name in
        guard case .queryItem = detail, let rawValue = pair.rawValue else {
          return StubIndex.hash(name)
        }
        return PercentDecoding.withDecoded(rawValue, ifEncoded: isEncoded) {
          StubIndex.hash(name, $0)
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
          scratch[count] = StubIndex.hash(segment)
          count += 1
        }
        return UnsafeBufferPointer(rebasing: scratch[..<count])
      }
    }

    private static func headers(
      of probe: RequestProbe, named names: [String], in room: UnsafeMutableBufferPointer<UInt64>
    ) -> UnsafeBufferPointer<UInt64> {
      for number in names.indices {
        room[number] = names[number].withBytes { name in
          probe.withHeader(name) { StubIndex.hash($0) } ?? 0
        }
      }
      return UnsafeBufferPointer(room)
    }
  }
}
