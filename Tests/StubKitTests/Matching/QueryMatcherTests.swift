import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct QueryMatcherTests {
  @Test func `queryMatches and headerMatches take any kind of expression`() throws {
    let request = try URLRequest.to("https://a.com/?a=17", headers: ["X-A": "b17"])
    let expression = try NSRegularExpression(pattern: "^[0-9]+$")
    #expect(queryMatches("a", expression)(request))
    #expect(queryMatches("a", /^\d+$/)(request))
    #expect(!queryMatches("a", /b/)(request))
    #expect(!headerMatches("X-A", expression)(request))
    #expect(headerMatches("x-a", /^b\d+$/)(request))
    #expect(headerMatches("x-a", /^b/).description == #"headerMatches("x-a", /…/)"#)
  }

  @Test func `a single item needs no dictionary`() throws {
    let request = try URLRequest.to("https://a.com/?page=2&flag&q=a%20b")
    #expect(containsQuery("page", "2")(request))
    #expect(containsQuery("page", 2)(request))
    #expect(containsQuery("q", "a b")(request))
    #expect(containsQuery("flag", nil)(request))
    #expect(!containsQuery("flag", "")(request))
    #expect(!containsQuery("page", nil)(request))
    #expect(!containsQuery("page", -2)(request))
    let page: String? = "2"
    #expect(containsQuery("page", page)(request))
  }

  @Test(
    arguments: [
      (["page": "2"], "page=2", true),
      (["page": "2"], "a=1&page=2&b", true),
      (["page": "2", "q": "x"], "q=x&page=2", true),
      (["page": "2", "q": "x"], "page=2", false),
      (["page": "2"], "page=1&page=2", true),
      (["page": "2"], "page=22", false),
      (["page": "2"], "Page=2", false),
      (["k": nil], "k", true),
      (["k": nil], "k=", false),
      (["k": ""], "k=", true),
      (["k": ""], "k", false),
      (["q": "a b"], "q=a%20b", true),
      (["q": "a b"], "q=a+b", false),
      (["q": "a+b"], "q=a+b", true),
      (["q": "a+b"], "q=a%2Bb", true),
      (["q": "é"], "q=%C3%A9", true),
      (["a&b": "c=d"], "a%26b=c%3Dd", true),
      (["a": "b=c"], "a=b=c", true),
      (["a": "1"], "a=1;b=2", false),
      (["a": "1;b=2"], "a=1;b=2", true),
      (["q": "%FF"], "q=%FF", true),
      (["a": "1"], "x#a=1", false),
      (["": nil], "a&&b", true),
      ([:], "", true),
    ] as [([String: String?], String, Bool)])
  func `containsQuery wants each item, in any order`(
    items: [String: String?], query: String, expected: Bool
  ) throws {
    let request = try URLRequest.to("https://a.com/?" + query)
    #expect(containsQuery(items)(request) == expected)
    #expect(containsQueryParams(items)(request) == expected)
  }

  @Test func `containsQuery finds nothing where there is no query`() throws {
    #expect(!containsQuery(["a": "1"])(try .to("https://a.com/")))
    #expect(containsQuery([:])(try .to("https://a.com/")))
  }

  @Test(arguments: [
    ("tag=a&tag=a", true), ("tag=a", false), ("tag=a&x&tag=a&tag=a", true), ("tag=a&tag=b", false),
  ])
  func `containsQuery counts an item that is given twice`(query: String, expected: Bool) throws {
    let tag = URLQueryItem(name: "tag", value: "a")
    #expect(containsQuery(tag, tag)(try .to("https://a.com/?" + query)) == expected)
  }

  @Test(arguments: [
    ("page", "page=1", true), ("page", "page", true), ("page", "page=", true),
    ("page", "pages=1", false), ("page", "a=page", false), ("a b", "a%20b=1", true),
    ("page", "#page", false),
  ])
  func `containsQuery with a name, and lacksQuery, look at names alone`(
    name: String, query: String, expected: Bool
  ) throws {
    let request = try URLRequest.to("https://a.com/?" + query)
    #expect(containsQuery(name)(request) == expected)
    #expect(lacksQuery(name)(request) == !expected)
  }

  @Test(
    arguments: [
      (["a": "1", "b": nil], "b&a=1", true),
      (["a": "1"], "a=1&b", false),
      (["a": "1"], "a=1&a=1", false),
      (["a": "1", "b": "2"], "a=1", false),
      (["a": "1"], "a=1&", false),
      ([:], "", true),
      ([:], "a", false),
    ] as [([String: String?], String, Bool)])
  func `hasExactQuery wants nothing else`(
    items: [String: String?], query: String, expected: Bool
  ) throws {
    #expect(hasExactQuery(items)(try .to("https://a.com/?" + query)) == expected)
  }

  @Test func `hasExactQuery counts repeated items`() throws {
    let one = URLQueryItem(name: "a", value: "1")
    let two = URLQueryItem(name: "a", value: "2")
    let matcher = hasExactQuery(one, two, one)
    #expect(matcher(try .to("https://a.com/?a=1&a=1&a=2")))
    #expect(!matcher(try .to("https://a.com/?a=1&a=2&a=2")))
    #expect(hasExactQuery()(try .to("https://a.com/")))
  }

  @Test(arguments: [
    ("^[0-9]+$", "page=12", true), ("^[0-9]+$", "page=x", false),
    ("^[0-9]+$", "page=x&page=3", true), ("^[0-9]+$", "size=3", false), ("^$", "page", true),
    ("a b", "page=a%20b", true),
  ])
  func `queryMatches takes any value of the name`(
    pattern: String, query: String, expected: Bool
  ) throws {
    #expect(queryMatches("page", pattern)(try .to("https://a.com/?" + query)) == expected)
  }
}
