import Foundation
import Testing

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct PartMatcherTests {
  private static let body = """
    --x\r
    Content-Disposition: form-data; name="title"\r
    \r
    A cat\r
    --x\r
    Content-Disposition: form-data; name="photo"; filename="cat.png"\r
    Content-Type: image/PNG; q=1\r
    \r
    abc\r
    --x--\r

    """

  private func request(
    type: String? = "multipart/form-data; boundary=x", body: String? = body
  ) throws -> URLRequest {
    try .to(method: "POST", headers: type.map { ["Content-Type": $0] } ?? [:], body: body)
  }

  @Test(arguments: [
    (hasMultipartPart(), true),
    (hasMultipartPart(named: "title"), true),
    (hasMultipartPart(named: "Title"), false),
    (hasMultipartPart(named: "title", body: "A cat"), true),
    (hasMultipartPart(named: "title", body: Data("A cat".utf8)), true),
    (hasMultipartPart(named: "title", body: "A dog"), false),
    (hasMultipartPart(body: "abc"), true),
    (hasMultipartPart(fileName: "cat.png"), true),
    (hasMultipartPart(named: "title", fileName: "cat.png"), false),
    (hasMultipartPart(named: "photo", fileName: "cat.png", contentType: "image/png"), true),
    (hasMultipartPart(contentType: "IMAGE/png"), true),
    (hasMultipartPart(contentType: "image/png; q=1"), true),
    (hasMultipartPart(contentType: "image/png;Q=\"1\""), true),
    (hasMultipartPart(contentType: "image/png; q=2"), false),
    (hasMultipartPart(contentType: "image/jpeg"), false),
    (hasMultipartPart(named: "title", contentType: "text/plain"), false),
  ])
  func `one part has all that is asked for`(matcher: RequestMatcher, expected: Bool) throws {
    #expect(matcher(try request()) == expected)
  }

  @Test func `the parameters of a type have no case`() throws {
    let text = Self.body.replacing("image/PNG; q=1", with: "text/plain; charset=UTF-8")
    let matcher = hasMultipartPart(contentType: "text/plain; charset=utf-8")
    #expect(matcher(try request(body: text)))
  }

  @Test(
    arguments: [
      ("text/plain", body), (nil, body), ("multipart/form-data", body),
      ("multipart/form-data; boundary=y", body), ("multipart/form-data; boundary=x", nil),
    ] as [(String?, String?)])
  func `a body that has no parts has none of these`(type: String?, body: String?) throws {
    #expect(!hasMultipartPart()(try request(type: type, body: body)))
  }

  @Test func `no body is taken apart where everybody waits`() throws {
    let request = try request()
    let matcher = hasMultipartPart(named: "title")
    let data = request.httpBody
    #expect(verdict(matcher, request, body: .unseen, sight: .full) == .open)
    #expect(verdict(matcher, request, body: .seen(data), sight: .guarded) == .open)
    #expect(verdict(matcher, try .to(), body: .unseen, sight: .glance) == .open)
    #expect(verdict(matcher, try .to(), body: .unseen, sight: .guarded) == .no)
    RequestProbe.examining(request, body: .seen(data), sight: .guarded) { probe in
      #expect(probe.askingUntilRead { matcher.verdict(on: probe) } == .yes)
    }
  }

  @Test(arguments: [
    (
      hasMultipartPart(named: "photo", fileName: "dog.png", body: "x"),
      #"✗ hasMultipartPart(named: "photo", fileName: "dog.png", body: "x"): "#
        + #"photo.fileName: expected "dog.png", found "cat.png"; "#
        + #"photo.body: expected "x", found "abc""#
    ),
    (
      hasMultipartPart(named: "title", fileName: "a", body: Data([0xFF])),
      #"✗ hasMultipartPart(named: "title", fileName: "a", body: Data([0xFF])): "#
        + #"title.fileName: expected "a", found nothing; "#
        + #"title.body: expected 1 byte, found "A cat""#
    ),
    (
      hasMultipartPart(
        named: "title", fileName: "cat.png", contentType: "image/png", body: "abc"),
      #"✗ hasMultipartPart(named: "title", fileName: "cat.png", contentType: "image/png", "#
        + #"body: "abc"): title.fileName: expected "cat.png", found nothing; "#
        + #"title.contentType: expected "image/png", found nothing; "#
        + #"title.body: expected "abc", found "A cat""#
    ),
    (
      hasMultipartPart(named: "pohto"),
      #"✗ hasMultipartPart(named: "pohto"): the body has 2 parts: title: "A cat"; "#
        + #"photo: "cat.png", image/PNG; q=1, 3 bytes"#
    ),
  ])
  func `a report says what the part has instead, or which parts there are`(
    matcher: RequestMatcher, text: String
  ) throws {
    #expect(matcher.evaluate(StubRequest(try request())).description == text)
  }

  @Test(
    arguments: [
      ("text/a", "x", #"the body has no parts, since its type is "text/a""#),
      (nil, "x", "the body has no parts, since there is no Content-Type"),
      (nil, nil, "there is no body"),
      (
        "multipart/a; boundary=x", "x",
        #"the body is "x", which should have parts, but it does not contain the boundary "--x""#
      ),
    ] as [(String?, String?, String)])
  func `a report says why there are no parts`(type: String?, body: String?, text: String) throws {
    let result = hasMultipartPart(named: "a").evaluate(
      StubRequest(try request(type: type, body: body)))
    #expect(result.description == #"✗ hasMultipartPart(named: "a"): "# + text)
  }

  @Test func `a secret is compared and not shown`() throws {
    let body = "--x\nContent-Disposition: form-data; name=password\n\nhunter2\n--x--"
    let request = StubRequest(try request(body: body))
    #expect(hasMultipartPart(named: "password", body: "hunter2").evaluate(request).isMatch)
    #expect(
      hasMultipartPart(named: "password", body: "guess").evaluate(request).description
        == #"✗ hasMultipartPart(named: "password", body: "guess"): "#
        + #"password.body: expected "guess", found "REDACTED" (another one, 7 characters)"#)
  }
}
