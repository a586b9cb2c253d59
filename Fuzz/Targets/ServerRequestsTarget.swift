import Foundation

@testable import StubKitFuzzing

/// Any bytes as what a client sends to a stub server: it does not matter in which portions they come.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzServerRequests(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  let whole = outcomes(of: bytes, portion: max(count, 1))
  precondition(whole == outcomes(of: bytes, portion: 1), "each byte by itself is read otherwise")
  precondition(whole == outcomes(of: bytes, portion: 7), "portions are read otherwise")
  var taken = 0
  for outcome in whole {
    guard case .request(let request) = outcome else { continue }
    check(request)
    taken += 1 + (request.body?.count ?? 0)
  }
  precondition(taken <= count, "more is read than came")
  return 0
}

/// The requests, and what is left at last.
private func outcomes(
  of bytes: UnsafeRawBufferPointer, portion: Int
) -> [RequestReader.Outcome] {
  var reader = RequestReader(limits: RequestLimits(head: 300, fields: 6, body: 200))
  var outcomes: [RequestReader.Outcome] = []
  var place = 0
  repeat {
    let end = min(place + portion, bytes.count)
    reader.append(UnsafeRawBufferPointer(rebasing: bytes[place..<end]))
    place = end
    while true {
      let outcome = reader.next()
      guard case .request = outcome else { break }
      outcomes.append(outcome)
    }
  } while place < bytes.count
  let last = reader.next()
  precondition(last == reader.next(), "asking twice changes what is read")
  if case .refused(let refusal) = last {
    precondition(
      refusal.status.map { [400, 413, 431, 501, 505].contains($0) } ?? true,
      "a refusal with a status that it does not have")
    precondition(!refusal.sentence.isEmpty, "a refusal says nothing")
  }
  return outcomes + [last]
}

/// Nothing that a stub sees can be taken for another line of a head.
private func check(_ request: ServerRequest) {
  func isOneLine(_ text: String) -> Bool { !text.utf8.contains { $0 == 10 || $0 == 13 || $0 == 0 } }
  precondition(isOneLine(request.method) && !request.method.isEmpty, "a method that is none")
  precondition(request.host.map(isOneLine) ?? request.isVersion10, "a host that is none")
  precondition(request.fields.count <= 6, "more fields than may be")
  for (name, value) in request.fields {
    precondition(isOneLine(name) && !name.isEmpty && isOneLine(value), "a field that is none")
  }
  precondition((request.body?.count ?? 0) <= 200, "a larger body than may be")
}
