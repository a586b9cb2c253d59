import Foundation
import StubKit
import StubKitRecording

/// Fixtures from files, and recordings.
func archives() async throws {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("StubKitCallSites-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let har = folder.appendingPathComponent("a.har")
  try Data(#"{"log": {"entries": []}}"#.utf8).write(to: har)
  let tail = folder.appendingPathComponent("a.tail")
  try Data("GET\n/a\n200\ntext/plain\n\nhello".utf8).write(to: tail)

  try withStubs { registry in
    stub(condition: isPath("/a"), response: .httpMessage(file: folder))
    stub(condition: isPath("/b"), response: .httpMessage(data: Data("HTTP/2 200\n\nb".utf8)))
    let one: Stub = try stub(mocktail: tail)
    let all: [Stub] = try stub(mocktailsIn: folder)
    try stub(har: har)
    try stub(har: har, matching: [.method, .path, .body], unmatched: .fail, timing: .recorded)
    try stub(folder: folder, host: "*.example.com")
    try registry.stub(mocktail: tail, named: "a", priority: 1, times: 2, expected: .any)
    try registry.stub(har: har, matching: .standard, unmatched: .fail(except: isHost("localhost")))
    try registry.stub(folder: folder, host: "example.com", named: "site")
    print(one, all.count)

    stub(condition: isPath("/c"), response: .httpMessage("users.http", in: .module))
    // There are no such files.
    _ = try? stub(mocktail: "users.tail", in: .module)
    _ = try? stub(mocktailsIn: "Mocktails", in: .module, expected: .any)
    _ = try? stub(har: "users.har", in: .module, matching: .standard, timing: .recorded)
    _ = try? stub(folder: "Site", in: .module, host: "example.com")
    _ = try? registry.stub(har: "users.har", in: .module)
  }

  let recording = folder.appendingPathComponent("recording.har")
  try await withRecording(to: recording) { _ in await Task.yield() }
  // A run in which nothing was asked for makes no recording.
  try Data(#"{"log": {"version": "1.2", "entries": []}}"#.utf8).write(to: recording)
  for mode in [RecordingMode.once, .rewrite, .append, .never] {
    try await withRecording(
      to: recording, mode: mode,
      redacting: [
        .headers("X-Api-Key"), .queryItems("token"), .fields("password", "card"),
        .cookies("session"), .keeping(headers: "Set-Cookie"), .keeping(queryItems: "pageToken"),
        .keeping(fields: "csrfToken", "state"), .keeping(cookies: "theme"),
      ]
    ) { registry in
      await Task.yield()
      print(mode, registry.stubs.count)
    }
  }
  try await withRecording(to: recording, redacting: [.none, .headers("X-Customer")]) { registry in
    registry.showsSecrets = true
    await Task.yield()
  }
  let count = try withRecording(to: recording, redacting: .standard) { $0.stubs.count }
  print("recorded", count)
  do {
    try stub(har: tail)
  } catch let error as ArchiveError {
    print(error.file ?? "", error.place ?? "", error.reason)
  }
}
