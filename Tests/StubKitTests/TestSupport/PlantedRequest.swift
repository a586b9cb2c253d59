import Foundation

@testable import StubKit
@testable import StubKitRecording

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request, and perhaps its answer, with a secret somewhere in it, drawn by a seeded generator.
struct PlantedRequest: CustomStringConvertible {
  /// Where the secret stands, and in which format.
  enum Place: String, CaseIterable {
    case header, bearer, basic, cookie, query, encodedQuery, user, form, formInForm, jsonInForm
    case part, json, deepJSON, jsonInJSON, unicodeJSON, lines, number, variables, literal, soap
    case looks, hinted, path
    case answerHeader, setCookie, location, answerJSON, page
  }

  let place: Place
  let name: String
  let secret: String
  private(set) var request: URLRequest
  private(set) var body = ""
  private(set) var answerHeaders: StubHeaders = [:]
  private(set) var answer = ""

  var description: String { "\(place.rawValue), \(name): \(secret)" }

  private static let names = [
    "password", "passwd", "new_password", "newPassword", "user[password]", "pwd", "passphrase",
    "secret", "clientSecret", "client_secret", "token", "access_token", "refreshToken", "id_token",
    "x-auth-token", "apiKey", "api_key", "API-Key", "session", "sessionId", "sid", "assertion",
    "code_verifier", "otp", "pin", "cvv", "card_number", "accountNumber", "iban", "ssn",
    "private_key", "signature", "credential", "csrf_token", "authenticity_token",
  ]

  init(at place: Place, using generator: inout SeededRandom) {
    self.place = place
    name = generator.pick(Self.names)
    secret = Self.secret(for: place, using: &generator)
    request = URLRequest(url: Self.url("https://planted.test/items?page=2"))
    plant()
  }

  private static func secret(for place: Place, using generator: inout SeededRandom) -> String {
    func text(_ count: Int, of letters: String) -> String {
      String((0..<count).map { _ in generator.pick(Array(letters)) })
    }
    let letters = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
    switch place {
    case .number: return text(1, of: "123456789") + text(7, of: "0123456789")
    case .looks: return "ghp_" + text(36, of: letters + "0123456789")
    case .hinted, .path:
      return (0..<12).map { _ in text(1, of: letters) + text(1, of: "23456789") }.joined()
    case .header, .bearer, .cookie, .answerHeader, .setCookie:
      return "zQ" + text(10, of: letters + "0123456789-_.~") + "7v"
    default:
      return "zQ" + text(10, of: letters + "0123456789-_.~ +/&=%\"\\<>'\u{E9}") + "7v"
    }
  }

  private static func url(_ text: String) -> URL {
    URL(string: text) ?? URL(fileURLWithPath: "/")
  }

  private var json: String { StubJSON.string(secret).description }
  private var formName: String { name.formEncoded }

  private mutating func post(_ body: String, as type: String) {
    request.httpMethod = "POST"
    request.setValue(type, forHTTPHeaderField: "Content-Type")
    self.body = body
  }

  private mutating func plant() {
    plantInRequest()
    plantInBody()
    plantInAnswer()
  }

  private mutating func plantInRequest() {
    let address = "https://planted.test/items"
    switch place {
    case .header:
      request.setValue(secret, forHTTPHeaderField: name.filter { $0 != "[" && $0 != "]" })
    case .bearer: request.setValue("Bearer \(secret)", forHTTPHeaderField: "Authorization")
    case .basic:
      let pair = Data("ann:\(secret)".utf8).base64EncodedString()
      request.setValue("Basic \(pair)", forHTTPHeaderField: "Authorization")
    case .cookie: request.setValue("theme=dark; id=\(secret)", forHTTPHeaderField: "Cookie")
    case .query: request.url = Self.url("\(address)?a=1&\(formName)=\(secret.formEncoded)&b=2")
    case .encodedQuery:
      let inner = "/next?\(formName)=\(secret.formEncoded)"
      request.url = Self.url("\(address)?a=1&to=\(inner.formEncoded)")
    case .user:
      let user = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      request.url = Self.url("https://ann:\(user)@planted.test/items")
    case .path: request.url = Self.url("https://planted.test/reset/\(secret)/form")
    case .looks: request.url = Self.url("\(address)/\(secret)?a=\(secret)")
    default: break
    }
  }

  private mutating func plantInBody() {
    let form = "application/x-www-form-urlencoded"
    switch place {
    case .form: post("a=1&\(formName)=\(secret.formEncoded)&b=2", as: form)
    case .formInForm:
      post("a=\("x=1&\(formName)=\(secret.formEncoded)".formEncoded)&b=2", as: form)
    case .jsonInForm: post("payload=\("{\"\(name)\": \(json)}".formEncoded)&b=2", as: form)
    case .part:
      post(
        "--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(secret)\r\n--x--\r\n",
        as: "multipart/form-data; boundary=x")
    case .json: post("{\"a\": 1, \"\(name)\": \(json), \"b\": [2]}", as: "application/json")
    case .deepJSON:
      post(
        "{\"a\": [{\"credentials\": {\"b\": [\"c\", {\"value\": \(json)}]}}]}",
        as: "application/json")
    case .jsonInJSON:
      let inner = StubJSON.string("{\"\(name)\":\(json),\"b\":1}").description
      post("{\"a\":\(inner)}", as: "application/json")
    case .unicodeJSON:
      let inner = StubJSON.string("{\"\(name)\":\(json)}").description.dropFirst().dropLast()
      post(
        "{\"a\":\"\(inner.replacingOccurrences(of: "\\\"", with: "\\u0022"))\"}", as: "text/plain")
    case .lines: post("{\"a\":1}\n{\"\(name)\":\(json)}\n", as: "application/x-ndjson")
    case .number: post("{\"pin\": \(secret), \"b\": 1}", as: "application/json")
    case .variables:
      post(
        "{\"query\":\"mutation M($i: I!) { m(i: $i) }\",\"variables\":{\"i\":{\"\(name)\":\(json)}}}",
        as: "application/json")
    case .literal:
      let query = "mutation { m(user: \"a\", password: \(json)) { id } }"
      post("{\"query\":\(StubJSON.string(query).description)}", as: "application/json")
    case .soap:
      let text = secret.replacingOccurrences(of: "&", with: "&amp;")
        .replacingOccurrences(of: "<", with: "&lt;").replacingOccurrences(of: ">", with: "&gt;")
      post("<s:Body><w:Password Type=\"t\">\(text)</w:Password></s:Body>", as: "text/xml")
    case .hinted: post("{\"reset\": \"\(secret)\"}", as: "application/json")
    default: break
    }
  }

  private mutating func plantInAnswer() {
    switch place {
    case .answerHeader: answerHeaders = ["X-Session-Token": secret]
    case .setCookie: answerHeaders = ["Set-Cookie": "id=\(secret); Path=/; HttpOnly"]
    case .location:
      answerHeaders = ["Location": "/in?\(formName)=\(secret.formEncoded)"]
    case .answerJSON: answer = "{\"ok\":true,\"data\":{\"\(name)\":\(json),\"n\":1}}"
    case .page:
      let text = secret.replacingOccurrences(of: "&", with: "&amp;")
        .replacingOccurrences(of: "\"", with: "&quot;").replacingOccurrences(of: "<", with: "&lt;")
        .replacingOccurrences(of: ">", with: "&gt;")
      answer = "<form><input type=\"hidden\" name=\"\(name)\" value=\"\(text)\"></form>"
    default: break
    }
  }

  /// The secret in the forms in which it may be written.
  var forms: [String] {
    let inner = json.dropFirst().dropLast()
    return [
      secret, String(inner),
      String(StubJSON.string(String(inner)).description.dropFirst().dropLast()),
      secret.formEncoded, secret.formEncoded.replacingOccurrences(of: "+", with: "%20"),
      secret.formEncoded.formEncoded,
      secret.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? secret,
      secret.replacingOccurrences(of: "&", with: "&amp;"),
      Data(secret.utf8).base64EncodedString(), Data("ann:\(secret)".utf8).base64EncodedString(),
    ]
  }

  /// The exchange as the network would have made it.
  var exchange: ForwardedExchange {
    var exchange = ForwardedExchange(of: request, body: body.isEmpty ? nil : Data(body.utf8))
    exchange.response = StubResponse.Head(status: 200, headers: answerHeaders)
    exchange.body = Data(answer.utf8)
    return exchange
  }

  /// An exchange that says the secret again, in every form.
  var echo: ForwardedExchange {
    var request = URLRequest(
      url: Self.url("https://planted.test/echo/\(secret.formEncoded)?q=\(secret.formEncoded)"))
    request.setValue(secret.filter { $0 != "\"" }, forHTTPHeaderField: "X-Echo")
    var exchange = ForwardedExchange(
      of: request, body: Data(forms.joined(separator: "\n").utf8))
    exchange.response = StubResponse.Head(status: 200, headers: ["X-Back": secret])
    exchange.body = Data("{\"back\": \(json), \"all\": \"\(forms[3]) \(forms[8])\"}".utf8)
    return exchange
  }
}
