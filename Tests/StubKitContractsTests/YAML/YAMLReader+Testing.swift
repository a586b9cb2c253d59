import Foundation
import StubKit

@testable import StubKitContracts

extension YAMLReader {
  static func read(_ text: String) throws -> StubJSON {
    var reader = YAMLReader(Data(text.utf8))
    return try reader.read()
  }

  /// The error message for a document; nil if it can be read.
  static func sentence(of text: String) -> String? { sentence(of: Data(text.utf8)) }

  static func sentence(of data: Data) -> String? {
    var reader = YAMLReader(data)
    do {
      _ = try reader.read()
      return nil
    } catch {
      return error.description
    }
  }
}
