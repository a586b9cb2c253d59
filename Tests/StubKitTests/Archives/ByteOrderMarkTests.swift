import Foundation
import TestPlaces
import Testing

@testable import StubKit
@testable import StubKitRecording

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A byte order mark, which some editors put in front of every file, does no harm.
struct ByteOrderMarkTests {
  private static let har = #"{"log": {"entries": [{"request": {"url": "http://a.test/"}}]}}"#
  private static let tail = "GET\nhttp://a\\.test/\n200\ntext/plain\n\nbody"
  private static let message = "HTTP/1.1 201 Created\r\nA: b\r\n\r\nbody"

  @Test func `in UTF-8 it is skipped`() throws {
    let mark = "\u{FEFF}"
    #expect(try HARArchive(parsing: Data((mark + Self.har).utf8)).entries.count == 1)
    let tail = try Mocktail(parsing: Data((mark + Self.tail).utf8))
    #expect(tail.condition.description.hasPrefix("isMethodGET()"))
    #expect(tail.body == Data("body".utf8))
    #expect(try HTTPMessage(parsing: Data((mark + Self.message).utf8)).status == 201)
    #expect(try StubJSON(parsing: Data((mark + "{}").utf8)) == [:])
  }

  @Test(arguments: [
    (String.Encoding.utf16LittleEndian, [0xFF, 0xFE] as [UInt8], "UTF-16"),
    (.utf16BigEndian, [0xFE, 0xFF], "UTF-16"), (.utf32LittleEndian, [0xFF, 0xFE, 0, 0], "UTF-32"),
    (.utf32BigEndian, [0, 0, 0xFE, 0xFF], "UTF-32"),
  ])
  func `in any other form it is named, with what to do`(
    encoding: String.Encoding, mark: [UInt8], name: String
  ) throws {
    let complaint = "the file is in \(name), as its byte order mark says: save it in UTF-8"
    func data(_ text: String) throws -> Data {
      Data(mark) + (try #require(text.data(using: encoding)))
    }
    let har = try data(Self.har)
    let tail = try data(Self.tail)
    let message = try data(Self.message)
    let errors = [
      #expect(throws: ArchiveError.self) { try HARArchive(parsing: har) },
      #expect(throws: ArchiveError.self) { try Mocktail(parsing: tail) },
      #expect(throws: ArchiveError.self) { try HTTPMessage(parsing: message) },
    ]
    #expect(errors.map(\.?.description) == [complaint, complaint, complaint])
  }

  @Test func `in front of a JSON file it is not sent`() throws {
    let folder = TemporaryFolder()
    let file = try folder.write("\u{FEFF}{\"a\": 1}", to: "a.json")
    let text = try folder.write("\u{FEFF}a", to: "a.txt")
    #expect(StubResponse.file(file).text() == "{\"a\": 1}")
    // Any other file is sent as it is.
    #expect(StubResponse.file(text).text() == "\u{FEFF}a")
    let wide = folder.url.appendingPathComponent("b.json")
    try (Data([0xFF, 0xFE]) + (try #require("{}".data(using: .utf16LittleEndian)))).write(to: wide)
    let error = try #require(StubResponse.file(wide).fault() as? URLError)
    #expect(
      error.localizedDescription
        == "The file for the stub's response, \(wide.path), is in UTF-16, as its byte order mark says: "
        + "save it in UTF-8.")
  }
}
