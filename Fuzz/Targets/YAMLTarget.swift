import Foundation

@testable import StubKitFuzzing

/// Any bytes as YAML; the JSON of what is read must be read as the same value, and each part has a place.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzYAML(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let data = Data(UnsafeBufferPointer(start: start, count: count))
  var reader = YAMLReader(data)
  do throws(YAMLError) {
    let value = try reader.read()
    expectPlaces(in: value, data)
    // Aliases may expand to megabytes.
    guard case let json = value.data, json.count <= 1 << 16 else { return 0 }
    var again = YAMLReader(json)
    let found = try again.read()
    precondition(found == value, "the JSON of a value is not read as the value")
    precondition(again.duplicates.isEmpty, "JSON that repeats a name")
  } catch {
    let lines = data.count { $0 == 0x0A || $0 == 0x0D } + 1
    precondition(1...lines ~= error.line, "an error outside of the text")
    precondition(1...(count + 1) ~= error.column, "an error outside of its line")
    precondition(!error.description.isEmpty)
    precondition(YAMLReader.places(of: [[]], in: data).isEmpty, "a place without a value")
  }
  return 0
}

/// Looks at about 200 parts at most, because aliases may expand to many more.
private func expectPlaces(in value: StubJSON, _ data: Data) {
  var paths: Set<[String]> = []
  var pending: [(path: [String], value: StubJSON)] = [([], value)]
  while paths.count < 200, let (path, value) = pending.popLast() {
    paths.insert(path)
    for (name, member) in (value.object ?? [:]).prefix(20) {
      pending.append((path + [name], member))
    }
    for (index, element) in (value.array ?? []).prefix(20).enumerated() {
      pending.append((path + [String(index)], element))
    }
  }
  let places = YAMLReader.places(of: paths, in: data)
  precondition(places.count == paths.count, "a value without a place")
}
