/// The keys of single requirements.
extension StubIndex.PartialKey {
  private typealias PartHash = StubIndex.PartHash

  init(_ part: RequestPart, _ text: String) {
    signature.parts = RequestPart.Set(part)
    key = text.withBytes { part.hash($0) }
  }

  init(prefix: String) {
    signature.path = .prefix(length: prefix.utf8.count)
    key = prefix.withBytes { PartHash.prefix($0) }
  }

  init(template: PathTemplate) {
    var literals: UInt64 = 0
    let segments = template.segments.enumerated().map { position, segment -> UInt64 in
      guard case .literal(let text) = segment else { return 0 }
      literals |= 1 << UInt64(position)
      return text.withBytes { PartHash.segment($0) }
    }
    let shape = StubIndex.Shape(count: segments.count, literals: literals)
    signature.path = .template(shape)
    key = segments.withUnsafeBufferPointer { PartHash.template(shape, segments: $0) }
  }

  init(query name: String) {
    signature.query = .name
    key = name.withBytes { PartHash.query(name: $0) }
  }

  init(query name: String, value: String?) {
    signature.query = .item
    key = name.withBytes { name in
      guard let value else { return PartHash.query(name: name, value: nil) }
      return value.withBytes { PartHash.query(name: name, value: $0) }
    }
  }

  init(header number: Int) {
    signature.header = .name(number)
    key = PartHash.header(number)
  }

  init(header number: Int, value: String) {
    signature.header = .value(number)
    key = value.withBytes { PartHash.header(number, value: $0) }
  }

  init(missingHeader number: Int) {
    signature.header = .missing(number)
    key = PartHash.missingHeader(number)
  }
}
