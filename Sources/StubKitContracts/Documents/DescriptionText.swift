import Foundation
import StubKit

enum DescriptionText {
  typealias Content = (value: StubJSON, duplicates: [YAMLReader.Duplicate])

  static func value(of data: Data, named name: String) throws(OpenAPIError) -> Content {
    var noJSON: OpenAPIError?
    // YAML may begin with a brace, too, so text that is no JSON is then read as YAML.
    if isJSON(data) {
      do {
        let value = try StubJSON(parsing: data)
        return (value, duplicates(in: data, readAs: value))
      } catch {
        noJSON = OpenAPIError("\(name) cannot be read as JSON: \(error)")
      }
    }
    do throws(YAMLError) {
      var reader = YAMLReader(data)
      return (try reader.read(), reader.duplicates)
    } catch {
      throw noJSON ?? OpenAPIError("\(name) cannot be read as YAML: \(error)")
    }
  }

  /// Reads the text again, as YAML, if the value has fewer members than the text.
  private static func duplicates(
    in data: Data, readAs value: StubJSON
  ) -> [YAMLReader.Duplicate] {
    guard let tape = JSONTape(data), tape.memberCount > value.memberCount else { return [] }
    var reader = YAMLReader(data)
    _ = try? reader.read()
    return reader.duplicates
  }

  static func value(at url: URL) throws(OpenAPIError) -> Content {
    try value(of: data(at: url), named: url.lastPathComponent)
  }

  static func data(at url: URL) throws(OpenAPIError) -> Data {
    guard url.isFileURL else {
      throw OpenAPIError("\(url) is no file, and a description is read from files only.")
    }
    do {
      return try Data(contentsOf: url)
    } catch {
      throw OpenAPIError("\(url.path) cannot be read: \(error.localizedDescription)")
    }
  }

  private static func isJSON(_ data: Data) -> Bool {
    let first = data.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }
    return first == UInt8(ascii: "{")
  }
}

extension StubJSON {
  fileprivate var memberCount: Int {
    switch self {
    case .object(let members): members.values.reduce(members.count) { $0 + $1.memberCount }
    case .array(let elements): elements.reduce(0) { $0 + $1.memberCount }
    default: 0
    }
  }
}
