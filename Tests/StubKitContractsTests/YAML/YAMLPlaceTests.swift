import Foundation
import StubKit
import Testing

@testable import StubKitContracts

@Suite struct YAMLPlaceTests {
  private static let text = """
    # a shop
    paths:
      /orders/{id}:
        get: {tags: [a, b: c],
          deprecated: true}
      /empty:
    list:
    - x: 1
      "y": &y
        z: |
          text
    - *y
    - <<: *y
      w: >-
        text
    -
    """

  @Test(arguments: [
    ([], 2, 1), (["paths"], 3, 3), (["paths", "/orders/{id}"], 4, 5),
    (["paths", "/orders/{id}", "get"], 4, 10), (["paths", "/orders/{id}", "get", "tags"], 4, 17),
    (["paths", "/orders/{id}", "get", "tags", "1"], 4, 21),
    (["paths", "/orders/{id}", "get", "tags", "1", "b"], 4, 24),
    (["paths", "/orders/{id}", "get", "deprecated"], 5, 19), (["paths", "/empty"], 6, 3),
    (["list"], 8, 1), (["list", "0", "x"], 8, 6), (["list", "0", "y"], 10, 5),
    (["list", "0", "y", "z"], 10, 8), (["list", "1"], 10, 5), (["list", "1", "z"], 10, 8),
    (["list", "2"], 13, 3), (["list", "2", "z"], 10, 8), (["list", "2", "w"], 14, 6),
    (["list", "3"], 16, 1),
  ])
  func `a path leads to the place of its value`(path: [String], line: Int, column: Int) throws {
    for lineEnd in ["\n", "\r\n"] {
      let text = Self.text.replacingOccurrences(of: "\n", with: lineEnd)
      let places = YAMLReader.places(of: [path, ["none"]], in: Data(text.utf8))
      let place = try #require(places[path])
      #expect(place == (line, column))
      #expect(places.count == 1)
    }
  }

  @Test func `a path without a value has no place`() {
    let paths: Set = [
      ["list", "9"], ["list", "x"], ["paths", "0"], ["list", "0", "x", "y"], ["list", "-1"],
    ]
    #expect(YAMLReader.places(of: paths, in: Data(Self.text.utf8)).isEmpty)
    #expect(YAMLReader.places(of: [[]], in: Data("a: [".utf8)).isEmpty)
    #expect(YAMLReader.places(of: [[]], in: Data([0xFF])).isEmpty)
  }

  @Test func `repeated names are reported, and the last value counts`() throws {
    let text = """
      a: 1
      b:
        - c
        - {d: 1, "d": 2, e: {f: 1, f: 2}, d: 3}
      'a': 2
      <<: {g: 1, g: 2, a: 3}
      """
    var reader = YAMLReader(Data(text.utf8))
    #expect(
      try reader.read() == ["a": 2, "b": ["c", ["d": 3, "e": ["f": 2]]], "g": 2])
    #expect(
      reader.duplicates == [
        .init(path: ["b", "1", "e", "f"], line: 4, column: 30),
        .init(path: ["b", "1", "d"], line: 4, column: 12),
        .init(path: ["b", "1", "d"], line: 4, column: 37),
        .init(path: ["<<", "g"], line: 6, column: 12), .init(path: ["a"], line: 5, column: 1),
      ])
  }

  @Test func `only a hundred repeated names are reported`() throws {
    var reader = YAMLReader(Data(String(repeating: "a: 1\n", count: 1_000).utf8))
    #expect(try reader.read() == ["a": 1])
    #expect(reader.duplicates.count == 100)
    #expect(reader.duplicates.last == .init(path: ["a"], line: 101, column: 1))
  }
}
