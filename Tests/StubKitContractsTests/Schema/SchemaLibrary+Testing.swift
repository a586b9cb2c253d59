import Foundation
import StubKit

@testable import StubKitContracts

extension SchemaLibrary {
  /// A library of a document written as JSON, with other documents beside it.
  convenience init(
    _ json: String, dialect: SchemaDialect = .draft202012, checksFormats: Bool? = nil,
    files: [String: String] = [:]
  ) throws {
    self.init(
      try StubJSON(parsing: Data(json.utf8)), at: URL(fileURLWithPath: "/contracts/api.json"),
      dialect: dialect, checksFormats: checksFormats
    ) { url in
      guard let json = files[url.lastPathComponent] else { throw NoFile() }
      return try StubJSON(parsing: Data(json.utf8))
    }
  }

  struct NoFile: Error, CustomStringConvertible {
    let description = "there is no such file"
  }
}

extension Schema {
  /// The problems of a body, as they are told; empty if it is valid.
  func told(_ body: String, direction: SchemaDirection? = nil, limit: Int = 10) -> [String] {
    problems(in: Data(body.utf8), direction: direction, limit: limit).first.map(\.description)
  }
}
