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
      let name = field("content-disposition").map { self.name(in: $0) } ?? .plain
      let clean =
        name.kind == .plain
        ? self.content(content, type: field("content-type")) : value(content, as: name)
      text.replace(part.content, with: clean)
    }
  }

  /// Judges a part by its names; the name of a file cannot make it `.kept`.
  private mutating func name(in disposition: String) -> SecretName {
    let parameters = HeaderParameters(disposition)
    let names = ["name", "filename"].map { parameter in
      (parameters[parameter] ?? "").withBytes { judge($0, in: .pair) }
    }
    let isKept = names[0].kind == .kept && names[1].kind != .named
    return isKept || names[0].kind >= names[1].kind ? names[0] : names[1]
  }
}
