/// The few words of which random matchers and random requests are made, so that they often meet.
enum Vocabulary {
  static let hosts = ["a.com", "API.example.com", "b.api.Example.com", "*.example.com", "::1"]
  static let paths = [
    "", "/", "/users", "/users/", "/users/7", "/users/7/posts", "/users/7/posts/b.json", "/a/b/c",
    "/a b", "/é", "/a%2Fb", "relative", "//", "/x//y", "/users/a/b/c/d/e/f/g/h.txt",
  ]
  static let templates = [
    "/", "/{a}", "/users/{id}", "/{kind}/7", "/users/{id}/posts", "/users/{id}/posts/{post}",
    "/{a}/{b}/{c}", "/{a}/{b}/c", "/a b", "/é", "/a/{b}", "/x//{y}", "/a%2Fb/{c}",
  ]
  static let prefixes = ["", "/", "/us", "/users", "/users/", "/users/7", "/a", "/é", "rel", "/x/"]
  static let methods = [
    "GET", "POST", "get", "PROPFIND", "A-METHOD-OF-A-LONG-NAME", "\u{212A}", "K",
  ]
  static let words = ["a", "b", "c", "é", "a b", "A"]
  static let values: [String?] = ["1", "2", "", nil, "é", "a b"]
  static let headers = ["X-A", "x-b", "Accept", "Authorization", "Cookie", "Content-Type"]
  static let headerValues = [
    "Authorization": ["Basic dTpw", "basic dTpx", "Bearer t", "BEARER u", "Basic !", "a"],
    "Cookie": ["a=1", "a=1; b=2", "b", "b=a; a=2"],
    "Content-Type": ["multipart/form-data; boundary=x", "multipart/mixed; boundary=x", "text/a"],
  ]
  static let bodies = [
    "", "a", #"{"a":1}"#, #"{"a":0}"#, #"{"a":1,"b":2}"#, #"{"a":1"#, "a=1", "a=%31", "a=2&a=1",
    #"{"operationName":"Q"}"#, #"{"query":"query R { a }"}"#,
    #"[{"query":"{ a }"},{"operationName":"R"}]"#, #"{"a":[2,1]}"#, #"{"a":"1"}"#,
    #"{"query":"mutation Q { a }","variables":{"a":1}}"#, #"{"a":[2,1],"b":1}"#,
    #"{"query":"query R { a }","variables":{"a":"x","b":1}}"#,
    "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--x--\r\n",
    "--x\nContent-Disposition: form-data; name=b; filename=f\n\n2\n"
      + "--x\nContent-Disposition: form-data; name=a; filename=g\n\n2\n--x--",
  ]
  static let addresses = [
    "http://a.com/users", "https://api.example.com/users/{id}", "/users/{id}/posts", "/users?a=1",
    "/{a}/b/{c}", "http://a.com", "/", "https://*.example.com/users?b", "/a%20b",
  ]
  static let urls = [
    "http://a.com/users", "http://a.com/users?a=1", "https://api.example.com/users/7#x",
    "http://a.com",
  ]
}
