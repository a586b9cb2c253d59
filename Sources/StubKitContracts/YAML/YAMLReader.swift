import Foundation
import StubKit

/// Reads a YAML 1.2 document, such as an OpenAPI description, as the JSON value that it represents.
///
/// Anchors, aliases and the merge key `<<` are resolved; custom tags, names that are not scalars,
/// and values nested more than 64 levels deep are errors.
struct YAMLReader {
  struct Duplicate: Equatable {
    /// The names and indices from the root to the value, ending with the repeated name.
    let path: [String]
    /// Line and column are those of the repetition, counted from 1, the column in bytes.
    let line: Int
    let column: Int
  }

  private let data: Data
  /// The repeated names that the last `read()` found, at most 100; the last value of a name counts.
  private(set) var duplicates: [Duplicate] = []

  init(_ data: Data) {
    self.data = data
  }

  mutating func read() throws(YAMLError) -> StubJSON {
    duplicates = []
    let text = try YAMLText(data)
    let result = text.bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(YAMLError) in
        var parser = YAMLParser(bytes: bytes)
        let value = try parser.parse()
        let places = YAMLText.places(of: parser.duplicates.map(\.offset), in: bytes)
        let duplicates = parser.duplicates.map { path, offset in
          Duplicate(
            path: path, line: places[offset]?.line ?? 1, column: places[offset]?.column ?? 1)
        }
        return (value, duplicates)
      }
    }
    let (value, found) = try result.get()
    duplicates = found
    return value
  }
}

extension YAMLReader {
  /// Where the value at each path of names and indices begins, counted as in errors.
  ///
  /// An empty value begins at its name or dash, and an aliased value where it is written out. Paths
  /// without a value are left out, and so are all paths if the document cannot be read.
  static func places(
    of pointers: Set<[String]>, in data: Data
  ) -> [[String]: (line: Int, column: Int)] {
    guard let text = try? YAMLText(data) else { return [:] }
    return text.bytes.withUnsafeBufferPointer { bytes in
      var parser = YAMLParser(bytes: bytes, notesOffsets: true)
      guard let root = try? parser.parse() else { return [:] }
      var offsets: [[String]: Int] = [:]
      for pointer in pointers { offsets[pointer] = offset(of: pointer, in: root) }
      let places = YAMLText.places(of: Array(offsets.values), in: bytes)
      return offsets.compactMapValues { places[$0] }
    }
  }

  private static func offset(of pointer: [String], in root: StubJSON) -> Int? {
    var value = root
    for step in pointer {
      let inner: StubJSON? =
        switch value[1] {
        case .array: Int(step).flatMap { value[1][$0] }
        case let members: members?[step]
        }
      guard let inner else { return nil }
      value = inner
    }
    return value[0]?.integer
  }
}
