import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What is read of a body in parts.
struct MultipartTests {
  private func multipart(
    _ body: String, type: String = "multipart/form-data; boundary=x"
  ) throws -> StubRequest.Multipart? {
    StubRequest(try .to(method: "POST", headers: ["Content-Type": type], body: body)).multipart
  }

  @Test func `parts have their names, their files, their types and their bytes`() throws {
    var body = Data(
      """
      --x\r
      Content-Disposition: form-data; name="title"\r
      \r
      Hello\r
      --x\r
      Content-Disposition: form-data; name="photo"; filename="a \\"b\\".png"\r
      Content-Type: image/png\r
      X-More: 1\r
      \r

      """.utf8)
    body += [0xFF, 0x00, 0x0D, 0x0A] + Data("\r\n--x--\r\n".utf8)
    var request = try URLRequest.to(
      method: "POST", headers: ["Content-Type": "multipart/form-data; boundary=x"])
    request.httpBody = body
    let multipart = try #require(StubRequest(request).multipart)
    #expect(multipart.map(\.name) == ["title", "photo"])
    #expect(multipart["title"]?.text == "Hello")
    #expect(multipart["title"]?.fileName == nil)
    #expect(multipart["title"]?.contentType == nil)
    let photo = try #require(multipart["photo"])
    #expect(photo.fileName == "a \"b\".png")
    #expect(photo.contentType == "image/png")
    #expect(photo.headers["x-more"] == "1")
    #expect(photo.body == Data([0xFF, 0x00, 0x0D, 0x0A]))
    #expect(photo.text == nil)
    #expect(multipart["video"] == nil)
  }

  @Test func `names that differ in their bytes are two, as they are to a server`() throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    let parts = try multipart(
      "--x\r\nContent-Disposition: form-data; name=\"\(decomposed)\"\r\n\r\nb\r\n--x--\r\n")
    #expect(parts?[composed] == nil)
    #expect(parts?[decomposed]?.text == "b")
  }

  private struct Meta: Decodable, Equatable {
    let id: Int
  }

  @Test func `a part is read as JSON, and decoded`() throws {
    let parts = try multipart(
      "--x\r\nContent-Disposition: form-data; name=meta\r\n\r\n{\"id\": 7}\r\n"
        + "--x\r\nContent-Disposition: form-data; name=note\r\n\r\nhello\r\n--x--\r\n")
    #expect(parts?["meta"]?.json["id"]?.integer == 7)
    #expect(try parts?["meta"]?.decode(Meta.self) == Meta(id: 7))
    #expect(parts?["note"]?.json == nil)
    #expect(throws: DecodingError.self) { try parts?["note"]?.decode(Meta.self) }
  }

  @Test(arguments: [
    // Lone line feeds, a text before the first part and behind the last, no header, an empty part.
    ("before\n--x\n\none\n--x\n\n\n--x--\nafter", ["one", ""]),
    // What only begins like a boundary, or does not begin a line, is a part's own.
    ("--x\r\n\r\na --x\r\n--xy\r\n--x \t\r\n\r\nb\r\n--x--", ["a --x\r\n--xy", "b"]),
    ("--x--", []), ("a --x\r\n\r\n--x--b", []),
    ("--x\r\nno header and no end of them\r\n--x--", [""]),
    ("--x\r\n--x--", [""]),
  ])
  func `oddities are read as they are meant`(body: String, texts: [String]) throws {
    #expect(try multipart(body)?.map(\.text) == texts)
  }

  @Test(arguments: [
    "", "--y\r\n\r\na\r\n--y--", "--x\r\n\r\nno end", "a --x--", "--x",
  ])
  func `a body that is cut short or has another boundary has no parts`(body: String) throws {
    #expect(try multipart(body) == nil)
  }

  @Test(arguments: [
    ("multipart/form-data; boundary=\"x\"", true),
    ("Multipart/Mixed;charset=utf-8; BOUNDARY=x", true),
    ("multipart/form-data; a=\"; boundary=y\"; boundary=x", true), ("multipart/form-data", false),
    ("multipart/form-data; boundary=", false), ("text/plain; boundary=x", false),
  ])
  func `the content type says what stands between the parts`(type: String, isRead: Bool) throws {
    #expect(try (multipart("--x\r\n\r\na\r\n--x--", type: type) != nil) == isRead)
  }

  @Test(arguments: [
    "Content-Disposition: attachment; name=\"password\"",
    "X-Trace: \(String(repeating: "a", count: 500))\r\nContent-Disposition: form-data; name=password",
  ])
  func `a part hides its secret, whatever its head`(head: String) throws {
    let parts = try multipart(
      "--x\r\n\(head)\r\n\r\nhunter22x\r\n--x--", type: "multipart/mixed; boundary=x")
    #expect(parts?["password"]?.description == "password: \"REDACTED\"")
  }

  @Test func `parts describe themselves in short, and without secrets`() throws {
    let multipart = try multipart(
      """
      --x\r
      Content-Disposition: form-data; name="title"\r
      \r
      Hello\r
      --x\r
      Content-Disposition: form-data; name="password"\r
      \r
      hunter2-x\r
      --x\r
      Content-Disposition: form-data; name="photo"; filename="cat.png"\r
      Content-Type: image/png\r
      \r
      \(String(repeating: "a", count: 100_000))\r
      --x\r
      Content-Disposition: form-data; name="readme"\r
      \r
      ---
      title: x\r
      ---\r
      -----BEGIN\r
      --x--
      """)
    #expect(
      multipart?.description == """
        title: "Hello"
        password: "REDACTED"
        photo: "cat.png", image/png, 100000 bytes
        readme: "---\\ntitle: x\\r\\n---\\r\\n-----BEGIN"
        """)
    var dumped = ""
    dump(multipart, to: &dumped)
    #expect(!dumped.contains("hunter2"))
    #expect(multipart?["password"]?.text == "hunter2-x")
  }
}
