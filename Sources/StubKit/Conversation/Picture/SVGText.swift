struct SVGText {
  private(set) var text = ""

  mutating func add(verbatim xml: String) { text += xml + "\n" }

  mutating func add(title: String) { add(verbatim: "<title>\(title.xmlEscaped)</title>") }

  mutating func add(_ words: String, _ x: Double, _ y: Double, _ style: String) {
    add(
      verbatim: """
        <text class="\(style)" x="\(x.coordinate)" y="\(y.coordinate)">\(words.xmlEscaped)</text>
        """)
  }

  mutating func add(
    box style: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double
  ) {
    add(
      verbatim: """
        <rect class="\(style)" x="\(x.coordinate)" y="\(y.coordinate)" \
        width="\(width.coordinate)" height="\(height.coordinate)"/>
        """)
  }

  mutating func add(path style: String, _ line: String) {
    add(verbatim: "<path class=\"\(style)\" d=\"\(line)\"/>")
  }

  static func move(_ x: Double, _ y: Double) -> String { "M\(x.coordinate) \(y.coordinate)" }

  /// `start` is the name of an element that contains others, and its attributes.
  mutating func add(group start: String = "g", with content: (inout SVGText) -> Void) {
    add(verbatim: "<\(start)>")
    content(&self)
    add(verbatim: "</\(start.prefix { $0 != " " })>")
  }
}

extension String {
  /// For XML elements and attributes; line breaks stay, since a hover text may have them.
  package var xmlEscaped: String {
    linesWithVisibleControls.unicodeScalars.reduce(into: "") { text, scalar in
      // XML forbids the noncharacters U+FFFE and U+FFFF, and advises against those of other planes.
      let isForbidden = scalar.value & 0xFFFE == 0xFFFE
      text +=
        isForbidden
        ? "\\u{\(String(scalar.value, radix: 16))}" : Self.entities[scalar] ?? String(scalar)
    }
  }

  private static let entities: [Unicode.Scalar: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;",
  ]
}
