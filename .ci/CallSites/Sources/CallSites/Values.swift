import Foundation
import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private struct Draft: Codable, Equatable {
  let title: String
}

/// The values in between: what a closure is given, headers and JSON.
func values() throws {
  var urlRequest = URLRequest(url: try url("https://api.example.com/posts?page=2"))
  urlRequest.httpMethod = "POST"
  urlRequest.httpBody = Data(#"{"title": "Hello"}"#.utf8)
  let request = StubRequest(urlRequest)
  let original: URLRequest = request.urlRequest
  let address: URL? = request.url
  let method: StubRequest.Method = request.method
  let headers: StubHeaders = request.headers
  let body: Data? = request.body
  let host: String? = request.host
  let path: String = request.path
  let queryItems: [URLQueryItem] = request.queryItems
  let pathParameters: [String: String] = request.pathParameters
  let draft = try request.decode(Draft.self)
  let sameDraft = try request.decode(Draft.self, decoder: JSONDecoder())
  let title: StubJSON? = request.json?["title"]
  let texts: (String?, Int?, Double?, Bool?) =
    (request.json["a"]["b"][0]?.string, title?.integer, title?.double, title?.bool)
  let members: ([StubJSON]?, [String: StubJSON]?) = (title?.array, request.json?.object)
  let reread = try request.json?.decode(Draft.self)
  let rest = try request.json["title"]?.decode(String.self, decoder: JSONDecoder())
  let meta = try (request.multipart?["meta"]?.json, request.multipart?["meta"]?.decode(Draft.self))
  let graphQL: (String?, String?, StubJSON?, StubRequest.GraphQL?) =
    (
      request.graphQL?.operation, request.graphQL?.query, request.graphQL?.variables["id"],
      request.graphQL
    )
  if case .string(let text)? = title { print(text) }
  print(texts, members, reread as Any, rest as Any, meta, graphQL)
  let form: (String?, [String]) = (request.form?["a"], request.form?.values(for: "a") ?? [])
  let part: StubRequest.Part? = request.multipart?["photo"]
  let facts: (String?, String?, String?, StubHeaders?, Data?) =
    (part?.name, part?.fileName, part?.contentType, part?.headers, part?.body)
  let line: String = request.curl
  let state = StubState(["a": 1])
  let count: Int = state.update {
    $0["b"] = 2
    return $0.count
  }
  state.update { $0 = [:] }
  print(line, state.value["a"] as Any, count)
  print(sameDraft, title as Any, form, facts, request.debugDescription)
  let names: (String, Data?, [String: String]) =
    (request.httpMethod, request.httpBody, request.allHTTPHeaderFields)
  let methods: [StubRequest.Method] = [.get, .post, .put, .patch, .delete, .head, "PROPFIND"]
  print(original, address as Any, method.rawValue, headers, body as Any, host as Any, path)
  print(queryItems, pathParameters, draft, names, methods)

  var fields: StubHeaders = ["Cookie": "a=1", "Accept": "*/*"]
  fields.append("b=2", for: "Cookie")
  fields.set("text/plain", for: "accept")
  let cookie: String? = fields["cookie"]
  let cookies: [String] = fields.values(for: "Cookie")
  fields.remove("Cookie")
  print(cookie as Any, cookies, fields)

  let json: [StubJSON] = [
    nil, true, 1, 1.5, "text", [1, 2], ["a": nil], .null, .bool(true), .integer(1), .double(1.5),
    .string("text"), .array([1]), .object(["a": 1]),
  ]
  let converted = try StubJSON(["a": 1, "b": [true]] as [String: Any])
  let decoded = try JSONDecoder().decode(StubJSON.self, from: Data("[1]".utf8))
  let encoded: Data = try JSONEncoder().encode(decoded)
  print(json, converted, encoded, json[2] == 1.0, json[1] != json[2])
}
