import Foundation
import StubKit

enum DescriptionText {
  typealias Content = (value: StubJSON, duplicates: [YAMLReader.Duplicate])

  static func value(of data: Data, named name: String) throws(OpenAPIError) -> Content {
    var noJSON: OpenAPIError?
    // YAML may begin with a brace, too, so text that is no JSON is then read as YAML.
    if isJSON(data) {
      do {
        return (try StubJSON(parsing: data), [])
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
