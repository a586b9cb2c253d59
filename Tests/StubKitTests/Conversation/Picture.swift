import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What stands in a picture, and where.
final class Picture: NSObject, XMLParserDelegate {
  /// A part of the plane.
  struct Box: CustomStringConvertible {
    var (left, top, right, bottom): (Double, Double, Double, Double)

    func overlaps(_ other: Box) -> Bool {
      left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }

    var description: String { "\(left)…\(right), \(top)…\(bottom)" }
  }

  /// A bar, or a stroke of a path, by its class.
  typealias Shape = (name: String, box: Box)

  private(set) var texts: [String] = []
  private(set) var remarks: [String] = []
  /// The texts with the room that they take in type of the usual width.
  private(set) var labels: [(text: String, box: Box)] = []
  private(set) var drawn: [Shape] = []
  private var content = ""
  private var open: [[String: String]] = []

  init(_ svg: String) throws {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    try #require(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "no error")")
  }

  /// The labels that lie on a line, on a bar or on each other.
  var overlaps: [String] {
    let grounds = ["page", "ground", "stripe", "alarm", "row"]
    let shapes = drawn.filter { !grounds.contains($0.name) }
    var found: [String] = []
    for (number, label) in labels.enumerated() {
      found += shapes.filter { $0.box.overlaps(label.box) }
        .map { "\"\(label.text)\" (\(label.box)) lies on \($0.name) (\($0.box))" }
      found += labels[..<number].filter { $0.box.overlaps(label.box) }
        .map { "\"\(label.text)\" (\(label.box)) lies on \"\($0.text)\" (\($0.box))" }
    }
    return found
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    content = ""
    open.append(attributes)
    let name = attributes["class"] ?? ""
    if element == "rect" { drawn.append((name, box(of: attributes))) }
    if element == "line" { drawn.append((name, line(of: attributes))) }
    if element == "path" { drawn += strokes(of: attributes["d"] ?? "").map { (name, $0) } }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    content += string
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    let attributes = open.removeLast()
    if element == "title" { remarks.append(content) }
    guard element == "text" else { return }
    texts.append(content)
    guard attributes["transform"] == nil else { return }
    let classes = (attributes["class"] ?? "").split(separator: " ")
    let letter =
      classes.contains("title")
      ? 12 : classes.contains("say") ? 7.6 : classes.contains("small") ? 7 : 7.25
    let (x, y) = (number(attributes["x"]), number(attributes["y"]))
    let width = Double(content.count) * letter
    let left =
      switch attributes["text-anchor"] ?? classes.last.map(String.init) {
      case "end": x - width
      case "middle": x - width / 2
      default: x
      }
    labels.append((content, Box(left: left, top: y - 8, right: left + width, bottom: y + 2)))
  }

  private func number(_ text: String?) -> Double { text.flatMap(Double.init) ?? 0 }

  private func box(of attributes: [String: String]) -> Box {
    let (x, y) = (number(attributes["x"]), number(attributes["y"]))
    return Box(
      left: x, top: y, right: x + number(attributes["width"]),
      bottom: y + number(attributes["height"]))
  }

  private func line(of attributes: [String: String]) -> Box {
    let (x, y) = ([attributes["x1"], attributes["x2"]], [attributes["y1"], attributes["y2"]])
    let (across, down) = (x.map(number).sorted(), y.map(number).sorted())
    return Box(left: across[0], top: down[0], right: across[1], bottom: down[1])
  }

  /// The straight strokes of a path.
  private func strokes(of path: String) -> [Box] {
    var (x, y) = (0.0, 0.0)
    var strokes: [Box] = []
    for step in path.matches(of: #/([MmLlHhVv])(-?[0-9.]+)(?: (-?[0-9.]+))?/#) {
      let (first, second) = (number("\(step.2)"), number(step.3.map { "\($0)" }))
      let from = (x, y)
      switch step.1 {
      case "M", "L": (x, y) = (first, second)
      case "m", "l": (x, y) = (x + first, y + second)
      case "H": x = first
      case "h": x += first
      case "V": y = first
      default: y += first
      }
      guard step.1.lowercased() != "m" else { continue }
      strokes.append(
        Box(
          left: min(from.0, x), top: min(from.1, y), right: max(from.0, x),
          bottom: max(from.1, y)))
    }
    return strokes
  }
}
