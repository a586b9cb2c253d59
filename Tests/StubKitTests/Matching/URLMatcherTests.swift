import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct URLMatcherTests {
  @Test(arguments: [
    ("https://a.com/x?b=1", "https://a.com/x?b=1", true),
    ("https://a.com/x?b=1", "https://a.com/x?b=1#top", true),
    ("https://a.com/x#here", "https://a.com/x#here", true),
    ("https://a.com/x#here", "https://a.com/x#there", false),
    ("https://a.com/x#here", "https://a.com/x", false),
    ("https://a.com/x#", "https://a.com/x#", true),
    ("https://a.com/x#", "https://a.com/x", false),
    ("https://a.com/x#é", "https://a.com/x#%C3%A9", true),
    ("https://a.com/x", "https://a.com/x/", false),
    ("https://a.com/?a=1&b=2", "https://a.com/?b=2&a=1", false),
    ("https://a.com/é", "https://a.com/%C3%A9", true),
    ("https://a.com", "https://a.com/", false),
  ])
  func `isAbsoluteURLString compares the fragment only if it is written`(
    text: String, url: String, expected: Bool
  ) throws {
    #expect(isAbsoluteURLString(text)(try .to(url)) == expected)
    let address = try #require(URL(string: text))
    #expect(isAbsoluteURLString(address)(try .to(url)) == expected)
  }

  @Test(arguments: [
    ("https://a.com/v2/", "https://a.com/v2/users?x=1#y", true),
    ("https://a.com/v2", "https://a.com/v2", true), ("https://a.com", "https://a.com.org/", true),
    ("https://a.com/", "https://a.com.org/", false),
    ("https://a.com/V2", "https://a.com/v2", false),
    ("https://a.com/é", "https://a.com/%C3%A9/x", true),
    ("https://a.com/x?a=1", "https://a.com/x?a=1&b=2", true),
    ("https://a.com/x?a=1", "https://a.com/x?b=2&a=1", false),
    ("https://a.com:80/", "https://a.com:80/x", true),
    ("https://u@a.com/", "https://a.com/", false),
    ("HTTPS://A.com/", "HTTPS://A.com/x", true), ("", "https://a.com", true),
    ("https://a.com/x#t", "https://a.com/x#top", true),
  ])
  func `absoluteURLStartsWith compares the start as it is written`(
    prefix: String, url: String, expected: Bool
  ) throws {
    #expect(absoluteURLStartsWith(prefix)(try .to(url)) == expected)
  }

  @Test(arguments: [
    ("^https://[a-z]+\\.com/", "https://a.com/x", true), ("b=1$", "https://a.com/?b=1#x", true),
    ("#", "https://a.com/#x", false), ("A", "https://a.com/", false),
  ])
  func `absoluteURLMatches matches anywhere but in the fragment`(
    pattern: String, url: String, expected: Bool
  ) throws {
    let request = try URLRequest.to(url)
    #expect(absoluteURLMatches(pattern)(request) == expected)
    #expect(absoluteURLMatches(try NSRegularExpression(pattern: pattern))(request) == expected)
    #expect(absoluteURLMatches(try Regex(pattern))(request) == expected)
    #expect(absoluteURLMatches("HTTPS", options: .caseInsensitive)(request))
  }

  @Test(arguments: [
    ("^(eu|us)[0-9]*\\.a\\.com$", "https://EU1.a.com/us", true),
    ("^API", "https://api.a.com", true),
    ("b", "https://a.com/b", false), ("^a$", "/a", false),
    ("^b.cher", "https://b%75cher.de/", true),
  ])
  func `hostMatches ignores case`(pattern: String, url: String, expected: Bool) throws {
    let request = try URLRequest.to(url)
    #expect(hostMatches(pattern)(request) == expected)
    let lowercased = pattern.lowercased()
    #expect(hostMatches(try NSRegularExpression(pattern: lowercased))(request) == expected)
    #expect(hostMatches(try Regex(lowercased))(request) == expected)
  }

  @Test(arguments: [
    ("https", "https://a.com", true), ("HTTPS", "https://a.com", true),
    ("https", "HTTPS://a.com", true), ("http", "https://a.com", false),
    ("https", "//a.com/", false), ("https", "/users", false),
  ])
  func `isScheme ignores case`(scheme: String, url: String, expected: Bool) throws {
    #expect(isScheme(scheme)(try .to(url)) == expected)
  }

  @Test(
    arguments: [
      ("a.com", "https://a.com/x", true),
      ("A.com", "https://a.COM/x", true),
      ("a.com", "https://user:secret@a.com:8080/x", true),
      ("a.com", "https://www.a.com/", false),
      ("a.com", "https://a.com.evil.org/", false),
      ("a.com", "https://b.org/a.com", false),
      ("a.com", "/a.com", false),
      ("::1", "http://[::1]/", true),
      ("[::1]", "http://[::1]:80/", true),
      ("[FE80::A]", "http://[fe80::a]/", true),
      ("fe80::1%en0", "http://[fe80::1%25en0]/", true),
      ("bücher.de", "https://bücher.de/", true),
      ("xn--bcher-kva.de", "https://bücher.de/", true),
      ("*.a.com", "https://api.a.com/", true),
      ("*.A.com", "https://v1.API.a.com/", true),
      ("*.a.com", "https://a.com/", false),
      ("*.a.com", "https://ba.com/", false),
      ("*.a.com", "https://bba.com/", false),
      ("*.a.com", "https://.a.com/", false),
      ("*.a.com", "https://%61pi.a.com/", true),
      ("a.com", "https://%61.com/", true),
      ("*.bücher.de", "https://www.bücher.de/", true),
    ])
  func `isHost ignores case, brackets and how the host is encoded`(
    host: String, url: String, expected: Bool
  ) throws {
    #expect(isHost(host)(try .to(url)) == expected)
  }

  @Test(arguments: [
    (443, "https://a.com/", true), (443, "HTTPS://a.com:443/", true),
    (443, "https://a.com:/", true), (443, "http://a.com/", false),
    (80, "http://a.com/", true), (8080, "http://a.com:8080/x", true),
    (80, "http://a.com:8080/", false), (443, "wss://a.com/", true), (80, "ws://a.com/", true),
    (21, "ftp://a.com/", false), (0, "http://a.com:0/", true), (80, "/users", false),
  ])
  func `isPort knows the usual port of a scheme`(port: Int, url: String, expected: Bool) throws {
    #expect(isPort(port)(try .to(url)) == expected)
  }
}
