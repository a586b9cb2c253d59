extension StubIndex {
  /// The hashes of a request's parts, each made once, as far as the index needs them.
  ///
  /// It lives on the stack, in memory that whoever makes it provides.
  struct RequestParts {
    private typealias Bytes = ScannedURL.Bytes

    private let url: ScannedURL
    /// Whether a header field that is missing may still be added.
    private let mayGainHeaders: Bool
    /// Those of whole parts by their numbers.
    private let wholes: UnsafeMutableBufferPointer<UInt64>
    /// Those of the path's segments; none for a path that no template fits.
    private var segments = UnsafeBufferPointer<UInt64>(start: nil, count: 0)
    /// Those of the header fields by their numbers; 0 for a field that is missing.
    private var headers = UnsafeBufferPointer<UInt64>(start: nil, count: 0)

    /// Hashes what is needed of a request.
    ///
    /// - Parameter scratch: Room for `scratchSize` numbers, to be kept until the look-ups are done.
    init(
      _ probe: borrowing RequestProbe, needs: Needs, headerNames: [String],
      scratch: UnsafeMutableBufferPointer<UInt64>
    ) {
      url = probe.url
      mayGainHeaders = probe.mayGainHeaders
      wholes = UnsafeMutableBufferPointer(rebasing: scratch[..<Self.wholesEnd])
      needs.parts.visitEach { part in
        wholes[Int(part.rawValue)] = part.withBytes(of: probe) { part.hash($0) }
      }
      if needs.segments {
        let room = UnsafeMutableBufferPointer(
          rebasing: scratch[Self.wholesEnd..<Self.segmentsEnd])
        segments = Self.segments(of: url, in: room)
      }
      if needs.headers {
        let room = UnsafeMutableBufferPointer(
          rebasing: scratch[Self.segmentsEnd...].prefix(headerNames.count))
        headers = Self.headers(of: probe, named: headerNames, in: room)
      }
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
    func key(for signature: Signature) -> UInt64? {
      var key: UInt64 = 0
      signature.parts.visitEach { key ^= wholes[Int($0.rawValue)] }
      switch signature.path {
      case .nothing: break
      case .prefix(let length):
        guard let hash = prefixHash(length) else { return nil }
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
        guard mayGainHeaders, headers[number] == 0 else { return nil }
        key ^= PartHash.missingHeader(number)
      }
      return key
    }

    /// What a pair of the request's query adds to a key.
    @inline(__always)
    func hash(of pair: QueryPairs.Pair, as query: Signature.Query) -> UInt64 {
      let isEncoded = url.isQueryEncoded
      return PercentDecoding.withDecoded(pair.rawName, ifEncoded: isEncoded) { name in
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
  private func prefixHash(_ length: Int) -> UInt64? {
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
