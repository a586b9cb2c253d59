import Foundation

@testable import StubKitFuzzing

/// Any bytes as the text of a GraphQL document: what it holds is found again in a document of that.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzGraphQL(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  let operations = GraphQLDocument(text).operations
  precondition(operations.count <= text.utf8.count, "more operations than there is text")
  let again = operations.map { "\($0.kind.rawValue) \($0.name ?? "") { a }" }
  precondition(
    GraphQLDocument(again.joined(separator: "\n")).operations == operations,
    "an operation is not found again")
  return 0
}
