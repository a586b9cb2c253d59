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
