/// The keys of single requirements.
extension StubIndex.PartialKey {
  private typealias PartHash = StubIndex.PartHash

  init(url: String) {
    signature.path = .url
    key = url.hashed(PartHash.url)
  }

  init(host: String) {
    signature.host = true
    key = host.hashed(PartHash.host)
  }

  init(method: String) {
    signature.method = true
    key = method.hashed(PartHash.method)
  }

  init(path: String) {
    signature.path = .path
    key = path.hashed(PartHash.path)
  }

  init(prefix: String) {
    signature.path = .prefix(length: prefix.utf8.count)
    key = prefix.hashed(PartHash.prefix)
  }

  init(template: PathTemplate) {
    var literals: UInt64 = 0
    let segments = template.segments.enumerated().map { position, segment -> UInt64 in
      guard case .literal(let text) = segment else { return 0 }
      literals |= 1 << UInt64(position)
      return text.hashed(PartHash.segment)
    }
    let shape = StubIndex.Shape(count: segments.count, literals: literals)
    signature.path = .template(shape)
    key = segments.withUnsafeBufferPointer { PartHash.template(shape, segments: $0) }
  }

  init(query name: String) {
    signature.query = .name
    key = name.hashed { PartHash.query(name: $0) }
  }

  init(query name: String, value: String?) {
    signature.query = .item
    key = name.hashed { name in
      guard let value else { return PartHash.query(name: name, value: nil) }
      return value.hashed { PartHash.query(name: name, value: $0) }
    }
  }

  init(header number: Int) {
    signature.header = .name(number)
    key = PartHash.header(number)
  }

  init(header number: Int, value: String) {
    signature.header = .value(number)
    key = value.hashed { PartHash.header(number, value: $0) }
  }

  init(missingHeader number: Int) {
    signature.header = .missing(number)
    key = PartHash.missingHeader(number)
  }
}

extension String {
  /// What a hash makes of the text's UTF-8.
  fileprivate func hashed(_ hash: (UnsafeBufferPointer<UInt8>) -> UInt64) -> UInt64 {
    var text = self
    return text.withUTF8(hash)
  }
}
