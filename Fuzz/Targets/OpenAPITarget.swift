import Foundation

@testable import StubKitFuzzing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Any bytes as a description; each of its operations is asked for, and has its mistakes told.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOpenAPI(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let data = Data(UnsafeBufferPointer(start: start, count: count))
  guard let documents = try? DocumentSet(reading: data, named: "openapi.yaml") else { return 0 }
  let contract: Contract
  do {
    contract = try Contract(documents, named: "openapi.yaml")
  } catch {
    precondition(!error.description.isEmpty)
    return 0
  }
  for operation in contract.operations.prefix(20) {
    expectChecks(of: operation, by: contract)
    for (status, response) in operation.responses.prefix(5) {
      precondition(operation.response(for: Int(status) ?? 200) != nil || status != "default")
      for content in response.content.prefix(3) {
        _ = content.schema.map { contract.schema(at: $0).problems(in: Data("{}".utf8)) }
      }
    }
  }
  let mistakes = contract.newMistakes()
  precondition(mistakes?.isEmpty != true, "a mistake without words")
  precondition(contract.newMistakes() == nil, "a mistake that is told twice")
  return 0
}

private func expectChecks(of operation: StubKitFuzzing.Operation, by contract: Contract) {
  var request = URLRequest(url: URL(string: "http://a.test/x?a=1&b[c]=2&d=%5B1,2&e=1|2") ?? nowhere)
  request.httpMethod = operation.method
  request.httpBody = Data("a=1&b=%7B".utf8)
  for type in ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"] {
    request.setValue(type, forHTTPHeaderField: "Content-Type")
    var values: [String: String] = [:]
    for name in operation.segments.flatMap(\.names) { values[name] = "1,2;3" }
    let check = RequestCheck(
      contract: contract, operation: operation, values: values, request: StubRequest(request))
    let findings = check.findings()
    precondition(findings.isEmpty == findings.lines.isEmpty, "findings without a line")
  }
  let path = operation.path.replacing("{", with: "").replacing("}", with: "")
  guard let url = URL(string: "http://a.test" + path) else { return }
  request.url = url
  _ = contract.lookup(of: StubRequest(request))
}

private let nowhere = URL(fileURLWithPath: "/")
