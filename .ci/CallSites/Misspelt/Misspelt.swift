// Calls as they are written from memory. In front of each stands what the compiler must say of it, as a
// regular expression; .ci/misspelt compares.

import Foundation
import StubKit
import StubKitTesting

func responses() {
  // says: the label of the status is `status:`
  _ = StubResponse.json([:], statusCode: 404)
  // says: the label of the status is `status:`
  _ = StubResponse.json([:], code: 404)
  // says: the label of the status is `status:`
  stub(condition: isPath("/a"), response: .json([:], statusCode: 404))
  // says: the label of the status is `status:`
  stub(condition: isPath("/a"), response: .json(text: "{}", code: 404))
  // says: the label of the status is `status:`
  stub(condition: isPath("/a"), response: .text("no", statusCode: 404))
  // says: the label of the status is `status:`
  stub(condition: isPath("/a"), response: .data(Data(), statusCode: 404))
  // says: the label of the status is `status:`
  stub(condition: isPath("/a"), response: .html("no", code: 404))
  // says: the label of the status is `status:`
  stub(condition: isPath("/a"), response: .file(URL(filePath: "/a"), statusCode: 404))
  // says: the label of the status is `status:`
  stub(condition: isPath("/a"), response: .fixture("a.json", in: .main, statusCode: 404))
  // says: the label of the status is `status:`
  stub(condition: isPath("/a"), response: .redirect(to: "/b", statusCode: 301))
  // says: extraneous argument label 'code:' in call
  stub(condition: isPath("/a"), response: .status(code: 404))
  // says: renamed to 'status\(_:headers:\)'
  stub(condition: isPath("/a"), response: .statusCode(404))
}

func traits() {
  // says: write \.stubbed\(unmatched: …\)
  let _: StubbedTrait = .stubbed(onUnmatched: .passThrough)
  // says: write \.stubbed\(unmatched: …\)
  let _: StubbedTrait = .stubbed(policy: .passThrough)
  // says: write \.stubbed\(network: …\)
  let _: StubbedTrait = .stubbed(profile: .slow3G)
  // says: write \.stubbed\(unused: …\)
  let _: StubbedTrait = .stubbed(unusedStubs: .warning)
}

// What a product of its own has.
func explorations() async throws {
  // says: write `import StubKitExploring`, or fix the arguments
  try await withEveryFault { registry in _ = registry }
  // says: write `import StubKitExploring`
  try await withEveryFault(.offline, .timeout, striking: .always) { _ in }
  // says: write `import StubKitExploring`
  try await withEveryOrder(limit: 10) { _ in }
}

func archives() async throws {
  let file = URL(filePath: "a")
  // says: write `import StubKitRecording`, or fix the arguments
  try await withRecording(to: file) { registry in _ = registry }
  // says: write `import StubKitRecording`
  try await withRecording(to: file, mode: .once, matching: [.method, .path]) { _ in }
  // says: write `import StubKitRecording`
  try await withRecording(to: file, timing: .recorded) { _ in try await Task.sleep(for: .zero) }
  // says: write `import StubKitRecording`
  try await withRecording(to: file, redacting: [.fields("a"), .keeping(headers: "b")]) { _ in }
  // says: write `import StubKitRecording`
  try stub(har: file)
  // says: write `import StubKitRecording`
  try stub(har: "a.har", in: .main, matching: .standard, timing: .recorded)
  // says: name a file's bundle
  try stub(har: "a.har")
  // says: write `import StubKitRecording`
  try stub(mocktail: file)
  // says: write `import StubKitRecording`
  try stub(mocktailsIn: "Mocktails", in: .main)
  // says: write `import StubKitRecording`
  try stub(folder: file, host: "www.example.com")
  // says: write `import StubKitRecording`
  try StubRegistry.current.stub(har: file)
}
