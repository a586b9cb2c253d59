import Foundation

extension StubJSON {
  /// Encodes a value as JSON.
  ///
  /// - Parameter root: The value's path inside a larger value, for error messages.
  /// - Throws: `InvalidValue`, which says why the value cannot be written as JSON.
  init(
    encoding value: some Encodable, with encoder: JSONEncoder, at root: Path = Path()
  ) throws {
    do {
      self = try StubJSON(parsing: try encoder.encode(value))
    } catch EncodingError.invalidValue(let value, let context) {
      let path = context.codingPath.reduce(root) { path, key in
        key.intValue.map { path.element($0) } ?? path.member(key.stringValue)
      }
      throw InvalidValue(
        description: "\(path): \(String(describing: value).shortened()) cannot be encoded: "
          + context.debugDescription)
    } catch {
      throw InvalidValue(
        description: "\(root): it cannot be encoded: \(error.localizedDescription)")
    }
  }

  /// The object or array that a JSON string contains as text, which probably is a mistake.
  var meantByText: StubJSON? {
    guard case .string(let text) = self, let meant = try? StubJSON(parsing: Data(text.utf8)) else {
      return nil
    }
    switch meant {
    case .object, .array: return meant
    default: return nil
    }
  }
}
