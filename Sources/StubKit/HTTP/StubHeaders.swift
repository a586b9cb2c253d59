/// Header fields in the order they were given, with names that ignore case.
///
/// A name may appear more than once, as `Set-Cookie` does:
///
/// ```swift
/// var headers: StubHeaders = ["Content-Type": "text/plain"]
/// headers.append("a=1", for: "Set-Cookie")
/// headers.append("b=2", for: "Set-Cookie")
/// headers["content-type"]             // "text/plain"
/// headers.values(for: "set-cookie")   // ["a=1", "b=2"]
/// ```
public struct StubHeaders: Sendable, Hashable {
  /// One header field: a name and one value.
  public struct Field: Sendable, Hashable {
    /// The name, spelled as it was given.
    public let name: String
    /// The value as it was given.
    public let value: String

    /// Compares names without regard to ASCII case, and values byte for byte.
    public static func == (lhs: Field, rhs: Field) -> Bool {
      lhs.value.equalsByteForByte(rhs.value)
        && (lhs.name == rhs.name || lhs.name.equalsIgnoringASCIICase(rhs.name))
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(name.lowercased())
      hasher.combine(value)
    }
  }

  private var fields: [Field]

  /// Makes an empty set of headers.
  public init() { fields = [] }

  init(_ fields: [Field]) { self.fields = fields }

  /// Makes headers from a dictionary, sorted by name because a dictionary has no order.
  public init(_ dictionary: [String: String]) {
    fields = dictionary.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: $0.value) }
  }

  /// The values of all fields with this name, joined by a comma, or nil if there is no such field.
  ///
  /// Setting a value replaces every field of that name; setting nil removes them. `Cookie` fields
  /// are joined by a semicolon, as HTTP requires.
  public subscript(name: String) -> String? {
    get {
      let values = values(for: name)
      guard values.count > 1 else { return values.first }
      return values.joined(separator: name.equalsIgnoringASCIICase("Cookie") ? "; " : ", ")
    }
    set { if let newValue { set(newValue, for: name) } else { remove(name) } }
  }

  /// The values of all fields with this name, in order.
  public func values(for name: String) -> [String] {
    fields.lazy.filter { $0.name.equalsIgnoringASCIICase(name) }.map(\.value)
  }

  /// Whether a field has this name.
  public func contains(_ name: String) -> Bool {
    // A loop, because a generic algorithm takes long in a debug build.
    for place in 0..<fields.count where fields[place].name.equalsIgnoringASCIICase(name) {
      return true
    }
    return false
  }

  /// Adds a field after the others, and keeps any that have this name already.
  public mutating func append(_ value: String, for name: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Replaces all fields of this name with one, in the place of the first.
  public mutating func set(_ value: String, for name: String) {
    let place = fields.firstIndex { $0.name.equalsIgnoringASCIICase(name) } ?? fields.endIndex
    remove(name)
    fields.insert(Field(name: name, value: value), at: place)
  }

  /// Removes every field of this name.
  public mutating func remove(_ name: String) {
    fields.removeAll { $0.name.equalsIgnoringASCIICase(name) }
  }

  /// Removes the fields that described a body before it was replaced or decoded.
  mutating func removeBodyFields() {
    for name in ["Content-Encoding", "Content-Length"] { remove(name) }
  }

  /// The fields as a dictionary; the values of a repeated name are joined under its first spelling.
  public var dictionary: [String: String] {
    var result: [String: String] = [:]
    for group in Dictionary(grouping: fields, by: \.name.asciiLowercased).values {
      result[group[0].name] = StubHeaders(group)[group[0].name]
    }
    return result
  }
}

extension StubHeaders: RandomAccessCollection {
  /// The position of the first field.
  public var startIndex: Int { fields.startIndex }
  /// The position after the last field.
  public var endIndex: Int { fields.endIndex }
  /// The field at a position.
  public subscript(position: Int) -> Field { fields[position] }
}

extension StubHeaders: ExpressibleByDictionaryLiteral {
  /// Makes headers in the order of the literal, which may repeat names.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }
}

extension StubHeaders: CustomStringConvertible {
  /// The fields as in a message, one per line, with secrets hidden and control characters escaped.
  public var description: String {
    Discretion.here.shown(self).map { "\($0.name): \($0.value)".withVisibleControls }.joined(
      separator: "\n")
  }
}

package enum HeaderSyntax {
  static func objection(to status: Int, upTo most: Int, headers: StubHeaders) -> String? {
    guard 100...most ~= status else {
      return "\(status) is not an HTTP status: the stub's response needs one from 100 to \(most)."
    }
    for field in headers {
      if !isName(field.name) {
        return
          "\"\(field.name.withVisibleControls)\" is not a valid name for a header field of the stub's response."
      }
      if field.value.utf8.contains(where: { $0 == 0 || $0 == .lineFeed || $0 == .carriageReturn }) {
        return """
          The header \(field.name) of the stub's response has a line break or a NUL in its value: \
          "\(field.value.withVisibleControls)".
          """
      }
    }
    return nil
  }

  package static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy(inName.contains)
  }

  private static let inName = ByteSet.alphanumeric + "!#$%&'*+-.^_`|~"
}
