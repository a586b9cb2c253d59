import Foundation

@testable import StubKitFuzzing

/// A schema and, behind a line, a value: whatever both are, both walks agree, and an example passes its own check.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSchema(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let data = Data(UnsafeBufferPointer(start: start, count: count))
  let parts = data.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
  guard let json = try? StubJSON(parsing: Data(parts[0])) else { return 0 }
  let value = parts.count > 1 ? Data(parts[1]) : Data("{}".utf8)
  for dialect in [SchemaDialect.draft202012, .openAPI30] {
    let library = SchemaLibrary(json, at: nowhere, dialect: dialect, checksFormats: true) { _ in
      throw Nothing()
    }
    let schema = library.schema(at: [])
    let found = schema.problems(in: value, direction: .response)
    precondition(found.isEmpty == (found.count == 0), "problems that are none")
    precondition(found.first.count <= found.count, "more problems than there are")
    for problem in found.first { precondition(!problem.description.isEmpty) }
    if let tape = JSONTape(value), let all = schema.thorough(tape, direction: .response, limit: 3) {
      precondition(all.isEmpty == found.isEmpty, "the quick walk and the thorough one disagree")
    }
    for mistake in library.mistakes { precondition(!mistake.description.isEmpty) }
    // What contradicts itself in a mistaken part has no example that could be held against it.
    guard library.mistakes.isEmpty else { continue }
    guard let example = try? schema.example(direction: .response) else { continue }
    let own = schema.problems(in: example, direction: .response)
    precondition(own.isEmpty, "an example that its schema does not allow: \(own)")
  }
  return 0
}

private struct Nothing: Error {}

private let nowhere = URL(fileURLWithPath: "/openapi.yaml")
