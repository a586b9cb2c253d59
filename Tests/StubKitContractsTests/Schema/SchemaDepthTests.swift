import Foundation
import StubKit
import Testing

@testable import StubKitContracts

@Suite struct SchemaDepthTests {
  private static func nested(_ depth: Int, around inside: String) -> String {
    String(repeating: #"{"a":["#, count: depth / 2) + inside
      + String(repeating: "]}", count: depth / 2)
  }

  @Test(arguments: [10, 60, 200, 510])
  func `values may be nested as deep as JSON may be`(depth: Int) throws {
    let library = try SchemaLibrary(
      """
      {"anyOf": [{"type": "string"}, {"allOf": [{"$ref": "#/$defs/node"}]}],
       "$defs": {"node": {"type": "object", "properties": {"a": {"items": {"$ref": "#"}}}}}}
      """)
    let schema = library.schema(at: [])
    #expect(schema.told(Self.nested(depth, around: #""x""#)) == [])
    let problems = schema.told(Self.nested(depth, around: "1"))
    let place = Array(repeating: "a[0]", count: depth / 2).joined(separator: ".")
    #expect(problems == ["\(place): expected a string or an object, found 1 (#)"])
  }

  @Test func `deep values and long chains are checked on a thread with a small stack`() async {
    let chain = (0..<28).map {
      ##""s\##($0)": {"$ref": "#/$defs/s\##($0 + 1)", "maxItems": 1}"##
    }
    let long = ##"{"$ref": "#/$defs/s0", "$defs": {\##(chain.joined(separator: ",")), "s28": "##
    let nested = String(repeating: "[", count: 24) + "1, 2" + String(repeating: "]", count: 24)
    let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    let told = await withCheckedContinuation { continuation in
      let thread = Thread {
        let chained = try? SchemaLibrary(long + ##"{"items": {"$ref": "#"}}}}"##).schema(at: [])
        let tree = try? SchemaLibrary(##"{"oneOf": [{"type": "null"}, {"items": {"$ref": "#"}}]}"##)
        continuation.resume(
          returning: [chained?.told(nested, limit: 1), tree?.schema(at: []).told(deep)])
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    let place = String(repeating: "[0]", count: 23)
    #expect(told == [["\(place): expected at most 1 element, found 2 ($defs/s27)"], []])
  }

  @Test func `work that multiplies is given up`() throws {
    // Two alternatives, both of which look at everything inside.
    let library = try SchemaLibrary(
      ##"""
      {"anyOf": [{"items": {"$ref": "#"}, "minItems": 1}, {"items": {"$ref": "#"},
       "maxItems": 9}], "type": "array"}
      """##
    )
    let body = String(repeating: "[", count: 60) + "1" + String(repeating: "]", count: 60)
    #expect(
      library.schema(at: []).told(body) == [
        "the body: too deep or too complicated to be checked against the schema (#)"
      ])
  }

  @Test func `what is too deep for any thread is not taken for what must not be`() throws {
    let library = try SchemaLibrary(
      ##"{"not": {"$ref": "#/$defs/list"}, "$defs": {"list": {"items": {"$ref": "#/$defs/list"}}}}"##
    )
    let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    #expect(
      library.schema(at: []).told(deep) == ["the body: fits $defs/list, which must not fit (#)"])
  }

  @Test func `references in a row are followed up to a limit`() throws {
    let chain = (0..<100).map {
      ##""s\##($0)": {"$ref": "#/$defs/s\##($0 + 1)", "minimum": \##($0)}"##
    }
    let library = try SchemaLibrary(
      ##"{"$ref": "#/$defs/s0", "$defs": {\##(chain.joined(separator: ",")), "s100": {}}}"##)
    #expect(library.schema(at: []).told("10").count > 0)
    #expect(
      library.mistakes.map(\.sentence) == [
        "is one of more than 32 schemas that refer to each other in a row"
      ])
  }

  @Test func `references that stand alone are followed, however many there are`() throws {
    let chain = (0..<100).map { ##""s\##($0)": {"$ref": "#/$defs/s\##($0 + 1)"}"## }
    let library = try SchemaLibrary(
      ##"{"$ref": "#/$defs/s0", "$defs": {\##(chain.joined(separator: ",")), "##
        + ##""s100": {"type": "string"}}}"##)
    #expect(
      library.schema(at: []).told("10") == ["the body: expected a string, found 10 ($defs/s100)"])
    #expect(library.mistakes == [])
  }

  @Test func `alternatives that share their alternatives are listed once, and soon`() throws {
    let levels = (0..<8).map { level in
      let next = Array(repeating: ##"{"$ref": "#/$defs/l\##(level + 1)"}"##, count: 10)
      return ##""l\##(level)": {"anyOf": [\##(next.joined(separator: ","))]}"##
    }
    let library = try SchemaLibrary(
      ##"{"not": {"$ref": "#/$defs/l0"}, "$defs": {\##(levels.joined(separator: ",")), "##
        + ##""l8": {"enum": [1, "a"]}}}"##)
    #expect(
      library.schema(at: []).told("1") == [
        "the body: expected anything but 1 or \"a\", found 1 (#)"
      ])
  }

  @Test func `equal elements are found among many`() throws {
    let library = try SchemaLibrary(#"{"uniqueItems": true}"#)
    let schema = library.schema(at: [])
    let elements = (0..<20_000).map { "\($0)" }
    #expect(schema.told("[\(elements.joined(separator: ","))]") == [])
    #expect(
      schema.told("[\((elements + ["777"]).joined(separator: ","))]") == [
        "the body: expected no equal elements, but [777] and [20000] are equal (#)"
      ])
  }
}
