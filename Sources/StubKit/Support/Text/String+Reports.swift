extension String {
  package var swiftLiteral: String {
    // By scalars: a quote with a combining accent is another `Character`, but still ends a literal.
    guard utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
      return "\"" + withVisibleControls + "\""
    }
    var content = ""
    for scalar in unicodeScalars {
      if scalar == "\"" || scalar == "\\" { content.unicodeScalars.append("\\") }
      content.unicodeScalars.append(scalar)
    }
    return "\"" + content.withVisibleControls + "\""
  }

  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  package func shortened(to limit: Int = 200) -> String {
    guard utf8.count > limit, let end = index(startIndex, offsetBy: limit, limitedBy: endIndex),
      end < endIndex
    else { return self }
    return self[..<end] + "…"
  }

  /// Whether the name of a query item or field can stand unquoted before a colon.
  var isPlainFieldName: Bool {
    !isEmpty && utf8.count <= 100
      && utf8.allSatisfy {
        $0.isDigit || $0.asciiLowercased &- 0x61 < 26 || "_-.[]$".utf8.contains($0)
      }
  }
}

extension Int {
  package var bytes: String { self == 1 ? "1 byte" : "\(self) bytes" }
}

extension [String] {
  package func shortened(to limit: Int, _ others: (_ count: Int) -> String) -> [String] {
    count > limit ? prefix(limit) + [others(count - limit)] : self
  }
}

extension Sequence<String> {
  /// `a`, `a and b`, or `a, b and c`.
  package var phrase: String {
    let parts = Array(self)
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension DefaultStringInterpolation {
  /// Writes a duration without Swift's rounding error: 99999.99999999999 for 100,000 seconds.
  package mutating func appendInterpolation(_ duration: Duration) {
    let (seconds, attoseconds) = duration.limited.components
    let nanoseconds = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
    appendInterpolation("\(nanoseconds / 1e9) seconds")
  }
}
