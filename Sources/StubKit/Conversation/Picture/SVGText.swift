/// Writes the text of a picture, element by element.
struct SVGText {
  private(set) var text = ""
  /// The classes that have been drawn.
  private(set) var classes: Set<String> = []

  /// Writes an element with a text in it, or without one.
  mutating func add(
    _ element: String, _ attributes: KeyValuePairs<String, String>, _ content: String? = nil
  ) {
    open(element, attributes, isEmpty: content == nil)
    if let content { text += content.xmlEscaped + "</\(element)>\n" }
  }

  /// Writes an element with others in it.
  mutating func add(
    _ element: String, _ attributes: KeyValuePairs<String, String> = [:],
    with content: (inout SVGText) -> Void
  ) {
    open(element, attributes, isEmpty: false)
    text += "\n"
    content(&self)
    text += "</\(element)>\n"
  }

  /// Writes what is XML already.
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
  /// The text as it may stand in XML, between tags and in attributes.
  ///
  /// What has no look of its own is shown as an escape. Line breaks stay, which a hover text may have.
  var xmlEscaped: String {
    var result = ""
    for scalar in linesWithVisibleControls.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // No characters at all, but a text may hold them; XML may not.
      case _ where scalar.value & 0xFFFE == 0xFFFE:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Double {
  /// A coordinate, to the tenth.
  var coordinate: String {
    let tenths = Int((self * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let (whole, rest) = abs(tenths).quotientAndRemainder(dividingBy: 10)
    return sign + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
  }
}
