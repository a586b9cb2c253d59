import Foundation

extension StubJSON {
  /// An error for a value that cannot be written as JSON; it names the value and its path.
  public struct InvalidValue: DescribedError, Sendable, Hashable {
    /// The message: `$.born: a Date is not a JSON value; write it in one form, such as a text`.
    public let description: String
  }

  package static let nestingLimit = 512

  /// Converts a value of any type that can be written as JSON, including all values inside it.
  ///
  /// Such values are nil and `NSNull`, booleans, numbers of every width, strings, arrays,
  /// dictionaries with string keys, optionals of these, and other `Encodable` values. Dates and
  /// other collections, such as `Data`, are refused, because they can be written in several ways.
  ///
  /// - Throws: `InvalidValue`, which names the value that cannot be written as JSON, and its path.
  public init(_ value: Any?) throws { self = try Self.converting(value, at: Path(), depth: 0) }

  private static func converting(_ value: Any?, at path: Path, depth: Int) throws -> StubJSON {
    guard let value else { return .null }
    guard depth <= nestingLimit else {
      throw InvalidValue(description: "\(path): nested more than \(nestingLimit) levels deep")
    }
    // Only objects are cast to these classes: the cast of a collection bridges all its elements.
    if type(of: value) is AnyClass {
      if let number = value as? NSNumber { return try converting(number, at: path) }
      if value is NSNull { return .null }
    }
    switch value {
    case let json as StubJSON: return json
    case let bool as Bool: return .bool(bool)
    case let integer as any BinaryInteger:
      if let integer = Int(exactly: integer) { return .integer(integer) }
      guard let double = Double(exactly: integer) else {
        throw InvalidValue(
          description: "\(path): \(integer) is more than a JSON number holds exactly; write a text")
      }
      return .double(double)
    case let double as Double: return try finite(double, at: path)
    case let float as any BinaryFloatingPoint:
      // Converted by its shortest decimal text, so that 0.1 does not become 0.10000000149011612.
      return try finite(Double("\(float)") ?? Double(float), at: path)
    case let decimal as Decimal: return try converting(decimal as NSDecimalNumber, at: path)
    // An `NSString`, as `JSONSerialization` makes it on Apple's platforms, is no `StringProtocol`.
    case let string as String: return .string(string)
    case let string as any StringProtocol: return .string(String(string))
    case let optional as any OptionalValue:
      return try converting(optional.wrapped, at: path, depth: depth)
    case let elements as [Any?]:
      return .array(
        try elements.enumerated().map { index, element in
          try converting(element, at: path.element(index), depth: depth + 1)
        })
    case let members as [String: Any?]:
      var object: [String: StubJSON] = [:]
      // Sorted, so that the choice among several invalid values does not depend on the dictionary.
      for (name, member) in members.sorted(by: { $0.key < $1.key }) {
        object[name] = try converting(member, at: path.member(name), depth: depth + 1)
      }
      return .object(object)
    case let value as any Encodable where !(value is Date) && !(value is any Collection):
      // Dates, bytes and dictionaries with number keys could be written in several ways.
      return try StubJSON(encoding: value, with: JSONEncoder(), at: path)
    default:
      // A cast off the main actor does not find a conformance that is isolated to it.
      let advice =
        value is any Encodable
        ? "write it in one form, such as a text"
        : "make it Encodable; where the main actor is the default, nonisolated, too"
      throw InvalidValue(
        description: "\(path): \(articled(type(of: value))) is not a JSON value; \(advice)")
    }
  }

  private static func converting(_ number: NSNumber, at path: Path) throws -> StubJSON {
    if number.isBoolean { return .bool(number.boolValue) }
    // On Linux, a decimal's integer values may be wrong, and its double may not be the nearest.
    if let number = number as? NSDecimalNumber, number != .notANumber {
      return try StubJSON(encoding: number.decimalValue, with: JSONEncoder(), at: path)
    }
    if let integer = Int(exactly: number) { return .integer(integer) }
    switch String(cString: number.objCType) {
    case "f": return try converting(number.floatValue, at: path, depth: 0)
    case "Q": return try converting(number.uint64Value, at: path, depth: 0)
    default: break
    }
    return try finite(number.doubleValue, at: path)
  }

  private static func finite(_ value: Double, at path: Path) throws -> StubJSON {
    guard value.isFinite else {
      throw InvalidValue(description: "\(path): the number \(value) is not a JSON value")
    }
    return .double(value)
  }

  private static func articled(_ type: Any.Type) -> String {
    let name = "\(type)"
    // Not U: most type names with it begin with the sound of "you", such as URL, UUID and User.
    return "AEIOaeio".contains(name.first ?? " ") ? "an \(name)" : "a \(name)"
  }
}

extension StubJSON {
  /// Throws `InvalidValue`; `root` is the path of this value within a larger one, for the message.
  init(encoding value: some Encodable, with encoder: JSONEncoder, at root: Path = Path()) throws {
    do {
      self = try StubJSON(parsing: try encoder.encode(value), isExact: true)
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

  /// The object or array whose JSON text a string holds, probably by mistake.
  var meantByText: (json: StubJSON, kind: String)? {
    guard let string, let meant = try? StubJSON(parsing: Data(string.utf8)) else { return nil }
    switch meant {
    case .object: return (meant, "an object")
    case .array: return (meant, "an array")
    default: return nil
    }
  }
}

private protocol OptionalValue { var wrapped: Any? { get } }

extension Optional: OptionalValue {
  fileprivate var wrapped: Any? { self }
}

extension NSNumber {
  fileprivate var isBoolean: Bool {
    #if canImport(Darwin)
      CFGetTypeID(self) == CFBooleanGetTypeID()
    #else
      // In Foundation on Linux, booleans have this type code, and so has an `Int8` such as 100.
      String(cString: objCType) == "c" && (0...1).contains(intValue)
    #endif
  }
}
