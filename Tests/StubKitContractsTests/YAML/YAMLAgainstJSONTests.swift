import Foundation
import StubKit
import Testing

@testable import StubKitContracts

@Suite struct YAMLAgainstJSONTests {
  @Test(arguments: 0..<8)
  func `JSON is read as the JSON parser reads it`(seed: UInt64) throws {
    var generator = RandomYAML(seed: seed)
    for _ in 0..<60 {
      let text = generator.value().data
      var reader = YAMLReader(text)
      #expect(
        try reader.read() == StubJSON(parsing: text), "\(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test(arguments: 0..<12)
  func `a value written in random styles is read back`(seed: UInt64) throws {
    var generator = RandomYAML(seed: 1_000 + seed)
    for _ in 0..<60 {
      let value = generator.value()
      let text = generator.document(value)
      do {
        let found = try YAMLReader.read(text)
        #expect(found == value, "\(text)")
      } catch {
        Issue.record("\(error) in\n\(text)")
      }
    }
  }

  @Test(arguments: 0..<4)
  func `every value has a place`(seed: UInt64) throws {
    var generator = RandomYAML(seed: 2_000 + seed)
    for _ in 0..<20 {
      let text = generator.document(generator.value())
      let paths = Self.paths(in: try YAMLReader.read(text))
      #expect(YAMLReader.places(of: paths, in: Data(text.utf8)).count == paths.count, "\(text)")
    }
  }

  private static func paths(in value: StubJSON) -> Set<[String]> {
    var paths: Set<[String]> = [[]]
    let members =
      value.object.map { Array($0) }
      ?? value.array?.enumerated().map { (key: String($0), value: $1) } ?? []
    for (name, member) in members { paths.formUnion(Self.paths(in: member).map { [name] + $0 }) }
    return paths
  }

  @Test(arguments: [
    " [1, 2.5e3, -0, \"a\\/b\", null]\n",
    "{\n\t\"a\" : {\"b\":[true,false]},\r\n\"c\":\"\\ud83d\\ude00\"}",
    "\"\\u0000\\u001f\\b\\f\"", "\u{FEFF}{\"a\": 1, \"a\": 2}", "[[[]], {}, [{}]]", "1E5",
    "{\"<<\": 1}",
  ])
  func `JSON in other styles is read as the JSON parser reads it`(text: String) throws {
    #expect(try YAMLReader.read(text) == StubJSON(parsing: Data(text.utf8)))
  }
}
