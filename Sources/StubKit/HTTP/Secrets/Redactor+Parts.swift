extension Redactor {
  /// Redacts a multipart body; `isDeclared` tells whether the body's type gives the boundary.
  mutating func parts(_ bytes: Bytes, boundary: [UInt8], isDeclared: Bool) -> [UInt8]? {
    guard var walk = PartWalk(bytes, boundary: boundary) else {
      // A body may have another boundary than its type says.
      return isDeclared ? sniffed(bytes) : lines(bytes)
    }
    var text = Rewriting(bytes)
    text.replace(walk.preamble, with: lines(bytes.slice(walk.preamble)))
    while true {
      var position = walk.position
      guard let part = walk.next() else { return text.text }
      // Heads are read line by line, since the text around their fields may be anything.
      let edges = part.fields.flatMap { [$0.name.lowerBound, $0.value.upperBound] }
      for edge in edges + [part.content.lowerBound] where position < edge {
        text.replace(position..<edge, with: lines(bytes.slice(position..<edge)))
        position = edge
      }
      func field(_ name: String) -> String? {
        let field = part.fields.last {
          bytes.slice($0.name).equalsIgnoringASCIICase(lowercased: name)
        }
        return field.map { bytes.field($0.value) }
      }
      let content = bytes.slice(part.content)
      guard !content.isEmpty else { continue }
      let kind = field("content-disposition").map { self.kind(of: $0) } ?? .plain
      let type = field("content-type")
      let clean =
        kind == .plain ? self.content(content, type: type) : value(content, as: kind)
      text.replace(part.content, with: clean)
    }
  }

  /// Returns the kind of a part by its names; the name of a file cannot make it `.kept`.
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
