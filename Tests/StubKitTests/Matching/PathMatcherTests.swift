import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct PathMatcherTests {
  private let regex = /images/.ignoresCase()

  @Test(arguments: [
    ("/users", "https://a.com/users", true),
    ("/users", "https://a.com/users/", true),
    ("/users", "https://a.com/users///", true),
    ("/users/", "https://a.com/users", true),
    ("/users", "https://a.com/users?page=1#top", true),
    ("/users", "https://a.com/Users", false),
    ("/users", "https://a.com/users/7", false),
    ("/users", "https://a.com/v1/users", false),
    ("/a b", "https://a.com/a%20b", true),
    ("/a%20b", "https://a.com/a%20b", false),
    ("/é", "https://a.com/%C3%A9", true),
    ("/a/b", "https://a.com/a%2Fb", true),
    ("/a", "https://a.com/a%2F", true),
    ("/a+b", "https://a.com/a+b", true),
    ("/", "https://a.com/", true),
    ("/", "https://a.com", false),
    ("", "https://a.com", true),
    ("", "https://a.com/%FF", false),
    ("/caf%E9", "https://a.com/caf%E9/", true),
    ("/caf%E9", "https://a.com/caf%E8", false),
    ("/users", "users", false),
    ("users", "users", true),
  ])
  func `isPath compares the decoded path without slashes at the end`(
    path: String, url: String, expected: Bool
  ) throws {
    #expect(isPath(path)(try .to(url)) == expected)
  }

  @Test func `isPath sees a relative URL against its base`() throws {
    let url = try #require(URL(string: "posts", relativeTo: URL(string: "https://a.com/users/")))
    #expect(isPath("/users/posts")(URLRequest(url: url)))
  }

  @Test(arguments: [
    ("/api", "https://a.com/api", true),
    ("/api", "https://a.com/api/x", true),
    ("/api", "https://a.com/apix", true),
    ("/api", "https://a.com/v1/api", false),
    ("/api/", "https://a.com/api/x", true),
    ("/api/", "https://a.com/api/", true),
    ("/api/", "https://a.com/api", true),
    ("/api/", "https://a.com/apix", false),
    ("/a b/", "https://a.com/a%20b/c", true),
    ("/", "https://a.com/x", true),
    ("/", "https://a.com", false),
    ("", "https://a.com", true),
  ])
  func `pathStartsWith compares the start, and whole segments if it ends in a slash`(
    prefix: String, url: String, expected: Bool
  ) throws {
    #expect(pathStartsWith(prefix)(try .to(url)) == expected)
  }

  @Test(arguments: [
    ("/avatar", "https://a.com/users/7/avatar", true),
    ("/avatar", "https://a.com/users/7/avatar/?size=1", true),
    ("/avatar/", "https://a.com/users/7/avatar", true),
    ("tar", "https://a.com/users/7/avatar", true),
    ("/avatar", "https://a.com/users/avatar/7", false),
    ("é", "https://a.com/caf%C3%A9", true),
    ("/", "https://a.com/", true),
    ("/", "https://a.com/a/", false),
  ])
  func `pathEndsWith compares the end`(suffix: String, url: String, expected: Bool) throws {
    #expect(pathEndsWith(suffix)(try .to(url)) == expected)
  }

  @Test(arguments: [
    ("png", "https://a.com/a.png", true),
    (".png", "https://a.com/a.png", true),
    ("png", "https://a.com/a.png?x=1", true),
    ("png", "https://a.com/a.PNG", false),
    ("gz", "https://a.com/a.tar.gz", true),
    ("png", "https://a.com/b.png/a", false),
    ("png", "https://a.com/.png", false),
    ("png", "https://a.com/apng", false),
    ("png", "https://a.com/%C3%A9.png/", true),
    ("", "https://a.com/a", true),
  ])
  func `isExtension looks behind the last dot of the last segment`(
    pathExtension: String, url: String, expected: Bool
  ) throws {
    #expect(isExtension(pathExtension)(try .to(url)) == expected)
  }

  @Test(arguments: [
    ("^/users/[0-9]+$", "https://a.com/users/17", true),
    ("^/users/[0-9]+$", "https://a.com/users/17/", true),
    ("^/users/[0-9]+$", "https://a.com/users/x", false),
    ("ser", "https://a.com/users", true),
    ("a b", "https://a.com/a%20b", true),
    ("page", "https://a.com/users?page=1", false),
    ("^$", "https://a.com", true),
  ])
  func `pathMatches matches anywhere in the decoded path`(
    pattern: String, url: String, expected: Bool
  ) throws {
    let request = try URLRequest.to(url)
    #expect(pathMatches(pattern)(request) == expected)
    #expect(pathMatches(try NSRegularExpression(pattern: pattern))(request) == expected)
    #expect(pathMatches(try Regex(pattern))(request) == expected)
  }

  @Test func `pathMatches takes options and regex literals`() throws {
    let request = try URLRequest.to("https://a.com/Images/7")
    #expect(pathMatches("^/images", options: .caseInsensitive)(request))
    #expect(!pathMatches("^/images")(request))
    #expect(pathMatches(/^\/Images\/(\d+)$/)(request))
    #expect(pathMatches(regex)(request))
    #expect((pathMatches(regex) && pathMatches(regex))(request))
  }

  @Test(
    arguments: [
      ("/users/{id}", "https://a.com/users/7", ["id": "7"]),
      ("/users/{id}", "https://a.com/users/7/", ["id": "7"]),
      ("/users/{id}/", "https://a.com/users/7", ["id": "7"]),
      ("/users/{id}", "https://a.com/users/a%20b", ["id": "a b"]),
      ("/users/{id}", "https://a.com/users/a%2Fb", ["id": "a/b"]),
      ("/users/{id}", "https://a.com/users/%FF", ["id": "%FF"]),
      ("/users/{id}/posts/{post}", "https://a.com/users/7/posts/9?x", ["id": "7", "post": "9"]),
      ("/caf\u{E9}/{x}", "https://a.com/caf%C3%A9/1", ["x": "1"]),
      ("/users", "https://a.com/users", [:]),
      ("/", "https://a.com/", [:]),
      ("/users/{id}", "https://a.com/users", nil),
      ("/users/{id}", "https://a.com/users//", nil),
      ("/users/{id}", "https://a.com/users/7/posts", nil),
      ("/users/{id}", "https://a.com/Users/7", nil),
      ("/{a}", "https://a.com", nil),
      ("/", "https://a.com", nil),
      ("/{a}", "users", nil),
      ("/{a}/b", "https://a.com//b", nil),
    ] as [(String, String, [String: String]?)])
  func `isPathTemplate takes one segment for each parameter`(
    template: String, url: String, captures: [String: String]?
  ) throws {
    #expect(isPathTemplate(template)(try .to(url)) == (captures != nil))
    #expect(try capturesOf(isPathTemplate(template), .to(url)) == captures ?? [:])
  }
}
