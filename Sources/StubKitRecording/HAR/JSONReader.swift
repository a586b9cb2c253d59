import StubKit

/// A value in a parsed JSON text and the way to it, for readers that say what they expected where.
struct JSONReader {
  /// The value.
  let value: StubJSON
  /// The way to it.
  let path: StubJSON.Path
  /// Where it is noted what is left out; nil if nothing may be odd.
  let remarks: Remarks?

  /// What is left out, since it does not say what it should.
  final class Remarks {
    fileprivate(set) var all: [ArchiveError] = []
  }

  init(
    _ value: StubJSON, at path: StubJSON.Path = StubJSON.Path(), notingIn remarks: Remarks? = nil
  ) {
    self.value = value
    self.path = path
    self.remarks = remarks
  }

  /// The member of this name; nil if it is missing or null.
  func member(_ name: String) throws(ArchiveError) -> JSONReader? {
    guard case .object(let members) = value else { throw expected("an object") }
    guard let member = members[name] else { return nil }
    if case .null = member { return nil }
    return JSONReader(member, at: path.member(name), notingIn: remarks)
  }

  /// The member of this name, which must be there.
  func required(_ name: String) throws(ArchiveError) -> JSONReader {
    guard let member = try member(name) else {
      throw ArchiveError("expected the member \(name.swiftLiteral), found none", at: "\(path)")
    }
    return member
  }

  /// The elements of the array that this must be.
  func elements() throws(ArchiveError) -> [JSONReader] {
    guard case .array(let elements) = value else { throw expected("an array") }
    return elements.enumerated().map {
      JSONReader($0.element, at: path.element($0.offset), notingIn: remarks)
    }
  }

  /// The text that this must be.
  func string() throws(ArchiveError) -> String {
    switch value {
    case .string(let text): return text
    // What is meant is clear.
    case .integer, .double, .bool:
      if remarks != nil { return value.description }
    default: break
    }
    throw expected("a string")
  }

  /// The number that this must be.
  func number() throws(ArchiveError) -> Double {
    switch value {
    case .integer(let number): return Double(number)
    case .double(let number): return number
    case .string(let text):
      let number = Double(text.filter { $0 != " " })
      if remarks != nil, let number, number.isFinite { return number }
    default: break
    }
    throw expected("a number")
  }

  /// The whole number that this must be; `200.0` is one.
  func integer() throws(ArchiveError) -> Int {
    guard let number = Int(exactly: try number()) else { throw expected("a whole number") }
    return number
  }

  /// The elements of an array; none if it is missing.
  func list(_ name: String) throws(ArchiveError) -> [JSONReader] {
    try member(name)?.elements() ?? []
  }

  /// A text; nil if it is missing.
  func string(_ name: String) throws(ArchiveError) -> String? {
    try member(name)?.string()
  }

  /// What is read here; if that fails, something else, with a remark, unless nothing may be odd.
  func reading<Result>(
    or substitute: Result, _ read: () throws(ArchiveError) -> Result
  ) throws(ArchiveError) -> Result {
    do {
      return try read()
    } catch {
      guard let remarks else { throw error }
      remarks.all.append(error)
      return substitute
    }
  }

  /// The error that something else was expected here.
  func expected(_ what: String) -> ArchiveError {
    let found =
      switch value {
      case .array: "an array"
      case .object: "an object"
      default: value.description.shortened(to: 60)
      }
    return ArchiveError("expected \(what), found \(found)", at: "\(path)")
  }
}
