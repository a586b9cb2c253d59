package import Foundation

/// Writes an archive for line-by-line diffs; equal archives give equal bytes.
///
/// Members come in the order of `ranks`, close to that of HAR 1.2; others follow, sorted by name.
package struct HARWriter {
  private var text = ""
  /// The texts of objects to be written as they were read; those of equal objects in reverse order.
  private var texts: [StubJSON: [String]]

  package static let log: [String: StubJSON] = [
    "version": "1.2", "creator": ["name": "StubKit", "version": "1"],
  ]

  package static func data(of json: StubJSON, asWritten texts: [StubJSON: [String]] = [:]) -> Data {
    var writer = HARWriter(texts: texts)
    writer.write(json, indentation: "")
    return Data((writer.text + "\n").utf8)
  }

  // Recursion is safe: parsing and conversion limit how deeply values nest.
  private mutating func write(_ value: StubJSON, indentation: String) {
    switch value {
    case .object where texts[value]?.isEmpty == false: text += texts[value]?.popLast() ?? ""
    case .array(let elements) where !elements.isEmpty:
      writeItems(elements.map { ("", $0) }, between: ("[", "]"), indentation: indentation)
    case .object(let members) where !members.isEmpty:
      let items = members.sorted {
        (Self.ranks[$0.key[...]] ?? .max, $0.key) < (Self.ranks[$1.key[...]] ?? .max, $1.key)
      }.map {
        (StubJSON.string($0.key).description + ": ", $0.value)
      }
      // A header field or query item reads best on one line.
      if members.count == 2, members["name"] != nil, members["value"] != nil {
        text += "{ " + items.map { $0 + $1.description }.joined(separator: ", ") + " }"
      } else {
        writeItems(items, between: ("{", "}"), indentation: indentation)
      }
    default:
      text += value.description
    }
  }

  private mutating func writeItems(
    _ items: [(name: String, value: StubJSON)], between braces: (open: String, close: String),
    indentation: String
  ) {
    text += braces.open
    for (index, item) in items.enumerated() {
      text += (index > 0 ? ",\n" : "\n") + indentation + "  " + item.name
      write(item.value, indentation: indentation + "  ")
    }
    text += "\n" + indentation + braces.close
  }

  private static let ranks: [Substring: Int] = {
    let names = """
      version creator browser pages pageref startedDateTime time id title pageTimings request
      response cache timings serverIPAddress connection _redacted entries method url status
      statusText httpVersion cookies headers queryString postData content redirectURL headersSize
      bodySize size compression mimeType name value text encoding params path domain expires
      httpOnly secure blocked dns connect ssl send wait receive
      """.split(whereSeparator: \.isWhitespace)
    return Dictionary(zip(names, 0...)) { first, _ in first }
  }()
}
