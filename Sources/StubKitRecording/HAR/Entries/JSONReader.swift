import Foundation
import StubKit

struct JSONReader {
  let value: StubJSON
  let path: StubJSON.Path
  /// Where a lenient reader notes errors; nil for a strict reader, which throws them.
  let remarks: Remarks?
  /// The folder of the archive; nil if it came as data.
  let folder: URL?

  final class Remarks {
    fileprivate(set) var all: [ArchiveError] = []
  }

  init(
    _ value: StubJSON, at path: StubJSON.Path = StubJSON.Path(), notingIn remarks: Remarks? = nil,
    in folder: URL? = nil
  ) {
    self.value = value
    self.path = path
    self.remarks = remarks
    self.folder = folder
  }

  /// Nil if the member is missing or null.
  func member(_ name: String) throws(ArchiveError) -> JSONReader? {
    guard case .object(let members) = value else { throw expected("an object") }
    guard let member = members[name] else { return nil }
    if case .null = member { return nil }
    return JSONReader(member, at: path.member(name), notingIn: remarks, in: folder)
  }

  func required(_ name: String) throws(ArchiveError) -> JSONReader {
    guard let member = try member(name) else {
      throw ArchiveError("expected the member \(name.swiftLiteral), found none", at: "\(path)")
    }
    return member
  }

  func elements() throws(ArchiveError) -> [JSONReader] {
    guard case .array(let elements) = value else { throw expected("an array") }
    return elements.enumerated().map {
      JSONReader($0.element, at: path.element($0.offset), notingIn: remarks, in: folder)
    }
  }

  func string() throws(ArchiveError) -> String {
    switch value {
    case .string(let text): return text
    case .integer, .double, .bool:
      if remarks != nil { return value.description }
    default: break
    }
    throw expected("a string")
  }

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

  /// The value as an integer; `200.0` is accepted, too.
  func integer() throws(ArchiveError) -> Int {
    guard let number = Int(exactly: try number()) else { throw expected("a whole number") }
    return number
  }

  func list(_ name: String) throws(ArchiveError) -> [JSONReader] {
    try member(name)?.elements() ?? []
  }

  func string(_ name: String) throws(ArchiveError) -> String? {
    try member(name)?.string()
  }

  /// Returns `substitute` and notes a remark if `read` fails; a strict reader throws the error.
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
