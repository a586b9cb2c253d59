/// Writes the elements of a picture.
struct SVGText {
  private(set) var text = ""
  /// The classes that have been drawn.
  private(set) var classes: Set<String> = []

  /// Writes an element, with a text or without one.
  mutating func add(
    _ element: String, _ attributes: KeyValuePairs<String, String>, _ content: String? = nil
  ) {
    open(element, attributes, isEmpty: content == nil)
    if let content { text += content.xmlEscaped + "</\(element)>\n" }
  }

  /// Writes an element that contains others.
  mutating func add(
    _ element: String, _ attributes: KeyValuePairs<String, String> = [:],
    with content: (inout SVGText) -> Void
  ) {
    open(element, attributes, isEmpty: false)
    text += "\n"
    content(&self)
    text += "</\(element)>\n"
  }

  mutating func add(verbatim xml: String) {
    text += xml
  }

  private mutating func open(
    _ element: String, _ attributes: KeyValuePairs<String, String>, isEmpty: Bool
  ) {
    text += "<" + element
    for (name, value) in attributes {
      text += " \(name)=\"\(value.xmlEscaped)\""
      if name == "class" { classes.insert(value) }
    }
    text += isEmpty ? "/>\n" : ">"
  }
}

extension String {
  /// The text, escaped for XML elements and attributes.
  ///
  /// Invisible characters are shown as escapes. Line breaks stay, since a hover text may have them.
  var xmlEscaped: String {
    var result = ""
    for scalar in linesWithVisibleControls.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // These noncharacters are valid in Swift and not in XML.
      case _ where scalar.value & 0xFFFE == 0xFFFE:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Double {
  /// A coordinate with one decimal.
  var coordinate: String {
    let tenths = Int((self * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let (whole, rest) = abs(tenths).quotientAndRemainder(dividingBy: 10)
    return sign + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
  }
}
