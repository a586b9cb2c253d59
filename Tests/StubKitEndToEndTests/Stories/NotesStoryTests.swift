import Foundation
import StubKit
import StubKitTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An app whose tests check requests in closures, and which gives searches up while somebody types.
@Suite(.stubbed) struct NotesStoryTests {
  private let service = NotesService()

  @Test func `a closure checks what is saved`() async throws {
    stub(condition: isPath("/notes"), expected: 1) { request in
      #expect(request.method == .post)
      let note = try request.decode(Note.self)
      #expect(note.text == "Buy tea")
      return .json(note, status: 201)
    }
    let note = try await service.save(Note(id: 7, text: "Buy tea"))
    #expect(note == Note(id: 7, text: "Buy tea"))
  }

  @Test func `what does not hold in a closure is this test's, at its line`() async throws {
    let line = #line + 2
    stub(condition: isPath("/notes")) { request in
      #expect(request.headers["X-Trace"] != nil)
      return .json(Note(id: 7, text: ""), status: 201)
    }
    try await withKnownIssue {
      _ = try await service.save(Note(id: 7, text: ""))
    } matching: { issue in
      issue.sourceLocation?.line == line
    }
  }

  @Test func `a body that a delete's 204 cannot have is told, at the stub`() async throws {
    let told = ToldIssues()
    try await told.ofScope(at: 1) { _ in
      stub(
        condition: isDELETE("https://notes.example/notes/{id}"), fileID: "T/U.swift", line: 3,
        response: .json(["left": 3], status: 204))
      await #expect(throws: DecodingError.self) { _ = try await service.delete(7) }
    }
    #expect(told.places == ["U.swift:3"])
    #expect(
      told.texts.first?.hasPrefix(
        "The response of the stub at U.swift:3 has the status 204 and a body of 10 bytes, of which the "
          + "client gets nothing") == true)
  }

  @Test func `a search that is given up at once finds nothing`() async {
    stub(condition: isPath("/notes"), expected: .any, response: .json([["id": 1, "text": "Ten"]]))
    stub(condition: isPath("/notes") && containsQuery("q", "tea")) { _ in
      .json([["id": 7, "text": "Buy tea"]])
    }
    for _ in 1...20 {
      let search = NotesSearch(service: service)
      await search.type(["t", "te", "tea"])
      await search.settle()
      #expect(await search.found == [Note(id: 7, text: "Buy tea")])
      #expect(await search.errors.allSatisfy { $0 == .cancelled })
    }
  }
}
