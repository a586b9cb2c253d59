extension Redactor {
  /// Redacts a body whose parts stand between lines with a boundary; nil if it has no parts or no secrets.
  mutating func parts(_ bytes: Bytes, boundary: [UInt8]) -> [UInt8]? {
    var text = Rewriting(bytes)
    guard var walk = PartWalk(bytes, boundary: boundary) else { return nil }
    while let part = walk.next() {
      func field(_ name: String) -> String? {
        let field = part.fields.last {
          bytes.slice($0.name).equalsIgnoringASCIICase(lowercased: name)
        }
        return field.map { bytes.slice($0.value).text[...].trimmingBlanks }
      }
      let content = bytes.slice(part.content)
      guard !content.isEmpty else { continue }
      let kind = field("content-disposition").map { self.kind(of: $0) } ?? .plain
      let type = field("content-type")
      let clean =
        kind == .plain ? self.content(content, type: type) : value(content, as: kind)
      text.replace(part.content, with: clean)
    }
    return text.text
  }

  /// The kind that a disposition's names give the part; a file's name may make it secret, but never `.kept`.
  private mutating func kind(of disposition: String) -> Kind {
    let parameters = HeaderParameters(disposition)
    let kinds = ["name", "filename"].flatMap { parameter -> [Kind] in
      guard let name = parameters[parameter] else { return [] }
      return [Redaction.Place.pair, .field].map { place in
        name.withBytes { judge($0, in: place).kind }
      }.filter { parameter == "name" || $0 != .kept }
    }
    return kinds.contains(.named) ? .named : kinds.contains(.kept) ? .kept : kinds.max() ?? .plain
  }
}
