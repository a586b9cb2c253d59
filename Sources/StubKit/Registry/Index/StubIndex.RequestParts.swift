extension StubIndex {
  /// The hashes of a request's parts, each made once, as far as the index needs them.
  ///
  /// It lives on the stack, in memory that whoever makes it provides.
  struct RequestParts {
    private typealias Bytes = ScannedURL.Bytes

    /// Room for `scratchSize` numbers; those of whole parts stand at its front, by their numbers.
    private let scratch: UnsafeMutableBufferPointer<UInt64>
    /// Those of the path's segments; none for a path that no template fits.
    private var segments = UnsafeBufferPointer<UInt64>(start: nil, count: 0)
    /// Those of the header fields by their numbers; 0 for a field that is missing.
    private var headers = UnsafeBufferPointer<UInt64>(start: nil, count: 0)

    /// Hashes the whole parts that are needed of a request.
    ///
    /// - Parameter scratch: Room for `scratchSize` numbers, to be kept until the look-ups are done.
    @inline(__always)
    init(
      _ probe: borrowing RequestProbe, needs parts: RequestPart.Set,
      scratch: UnsafeMutableBufferPointer<UInt64>
    ) {
      self.scratch = scratch
      parts.visitEach { part in
        scratch[Int(part.rawValue)] = part.withBytes(of: probe) { part.hash($0) }
      }
    }

    /// Hashes the segments of the path.
    mutating func hashSegments(of probe: borrowing RequestProbe) {
      segments = Self.segments(
        of: probe.url,
        in: UnsafeMutableBufferPointer(rebasing: scratch[Self.wholesEnd..<Self.segmentsEnd]))
    }

    /// Hashes some header fields.
    mutating func hashHeaders(of probe: borrowing RequestProbe, named names: [String]) {
      headers = Self.headers(
        of: probe, named: names,
        in: UnsafeMutableBufferPointer(
          rebasing: scratch[Self.segmentsEnd...].prefix(names.count)))
    }

    // Constants, so that the scratch memory is plainly the stack's.
    @inline(__always)
    private static var wholesEnd: Int { RequestPart.limit }
    @inline(__always)
    private static var segmentsEnd: Int { wholesEnd + Shape.segmentLimit }
    /// How many numbers of scratch memory are needed.
    @inline(__always)
    static var scratchSize: Int { segmentsEnd + StubIndex.familyLimit }

    /// The key under which the stubs of a signature are found, but for their query.
    ///
    /// It is nil if the request lacks a part that they all ask for.
    @inline(__always)
    func key(for signature: borrowing Signature, of probe: borrowing RequestProbe) -> UInt64? {
      var key: UInt64 = 0
      signature.parts.visitEach { key ^= scratch[Int($0.rawValue)] }
      switch signature.path {
      case .nothing: break
      case .prefix(let length):
        guard let hash = Self.prefixHash(length, of: probe.url) else { return nil }
        key ^= hash
      case .template(let shape):
        guard segments.count == shape.count else { return nil }
        key ^= PartHash.template(shape, segments: segments)
      }
      switch signature.header {
      case .nothing: break
      case .name(let number):
        guard headers[number] != 0 else { return nil }
        key ^= PartHash.header(number)
      case .value(let number):
        guard headers[number] != 0 else { return nil }
        key ^= headers[number]
      case .missing(let number):
        guard probe.mayGainHeaders, headers[number] == 0 else { return nil }
        key ^= PartHash.missingHeader(number)
      }
      return key
    }

    /// What a pair of the request's query adds to a key.
    @inline(__always)
    static func hash(
      of pair: QueryPairs.Pair, as query: Signature.Query, ifEncoded isEncoded: Bool
    ) -> UInt64 {
      PercentDecoding.withDecoded(pair.rawName, ifEncoded: isEncoded) { name in
        guard query == .item, let rawValue = pair.rawValue else {
          return query == .name
            ? PartHash.query(name: name) : PartHash.query(name: name, value: nil)
        }
        return PercentDecoding.withDecoded(rawValue, ifEncoded: isEncoded) {
          PartHash.query(name: name, value: $0)
        }
      }
    }
  }
}

extension StubIndex.RequestParts {
  private typealias PartHash = StubIndex.PartHash

  @inline(__always)
  private static func prefixHash(_ length: Int, of url: ScannedURL) -> UInt64? {
    url.withPath { path in
      path.count < length ? nil : PartHash.prefix(Bytes(rebasing: path[..<length]))
    }
  }

  /// The hashes of the segments of a path; none if there are too many or it is relative.
  private static func segments(
    of url: ScannedURL, in scratch: UnsafeMutableBufferPointer<UInt64>
  ) -> UnsafeBufferPointer<UInt64> {
    url.withSegmentedPath { path in
      var count = 0
      for segment in PathSegments(path) {
        guard count < scratch.count else { return UnsafeBufferPointer(start: nil, count: 0) }
        scratch[count] = PartHash.segment(segment)
        count += 1
      }
      return UnsafeBufferPointer(rebasing: scratch[..<count])
    }
  }

  /// The hashes of the values of some header fields, 0 for those that are missing.
  private static func headers(
    of probe: borrowing RequestProbe, named names: [String],
    in room: UnsafeMutableBufferPointer<UInt64>
  ) -> UnsafeBufferPointer<UInt64> {
    room.update(repeating: 0)
    for (name, value) in probe.headers {
      for number in names.indices where names[number].utf8.count == name.utf8.count {
        // A name that is there twice counts with its first value, as in `RequestProbe.header`.
        guard room[number] == 0, name.equalsIgnoringASCIICase(names[number]) else { continue }
        room[number] = value.withBytes { PartHash.header(number, value: $0) }
      }
    }
    return UnsafeBufferPointer(room)
  }
}
