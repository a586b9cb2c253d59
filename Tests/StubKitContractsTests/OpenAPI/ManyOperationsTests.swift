import Foundation
import StubKit
import Testing

@testable import StubKitContracts

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Each operation of two descriptions that use what real ones use: asked rightly, and wrongly.
@Suite struct ManyOperationsTests {
  static let files = ["exchange.yaml", "older.json"]

  static func api(_ file: String) throws -> OpenAPI {
    try OpenAPI("Fixtures/\(file)", in: .module)
  }

  @Test(arguments: files) func `the table names every operation once`(file: String) throws {
    let described = try Self.api(file).contract.operations.map(\.title)
    let asked = Self.asked.filter { $0.file == file }.map(\.operation)
    #expect(asked.sorted() == described.sorted())
  }

  @Test(arguments: files) func `the descriptions have no mistakes`(file: String) throws {
    let contract = try Self.api(file).contract
    // Schemas are read when they are first asked for.
    for operation in contract.operations {
      let responses = operation.responses.values
      let content = responses.flatMap(\.content) + (operation.body?.content ?? [])
      let parameters = responses.flatMap(\.fields) + operation.parameters
      for schema in content.map(\.schema) + parameters.map(\.schema) {
        _ = schema.map(contract.schema(at:))
      }
    }
    #expect(contract.mistakes.map { "\($0.place): \($0.text)" } == [])
    #expect(contract.schemaMistakes.map { "\($0.path): \($0.sentence)" } == [])
    #expect(contract.documents.duplicates.isEmpty)
  }

  @Test(arguments: asked)
  func `a right request is answered as the description allows`(asked: Asked) async throws {
    let api = try Self.api(asked.file)
    let registry = StubRegistry()
    // A redirect leads to a request of its own.
    registry.stub(condition: anyRequest(), response: .status(404))
    registry.stub(api, asked.operation)
    try await asked.ask(registry)
    let exchange = try #require(registry.exchanges.first)
    #expect(exchange.stub?.name == asked.operation)
    #expect(exchange.response != nil)
    #expect(api.contract.title(of: exchange) == asked.operation)
    #expect(api.problems(with: exchange).map(\.description) == [])
  }

  @Test(arguments: asked)
  func `every response is made as it is described`(asked: Asked) async throws {
    let api = try Self.api(asked.file)
    let operation = try #require(api.contract.operation(named: asked.operation))
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: .status(404))
    for key in operation.responses.keys.sorted() {
      let status = Int(key.replacing("X", with: "1")) ?? 503
      for seed in 0...2 as ClosedRange<UInt64> {
        registry.stub(api, asked.operation, status: status, seed: seed)
        try await asked.ask(registry)
        let exchange = try #require(
          registry.exchanges.last { $0.stub?.name == asked.operation })
        #expect(exchange.response?.status == status)
        #expect(api.problems(with: exchange).map(\.description) == [])
      }
    }
  }

  @Test(arguments: files) func `another server answers every operation`(file: String) async throws {
    let server = "https://staging.test/base"
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), priority: .min, response: .status(404))
    try registry.stub(Self.api(file), server: server)
    for asked in Self.asked where asked.file == file {
      let count = registry.exchanges.count
      try await asked.ask(registry, at: server)
      let exchange = try #require(registry.exchanges.dropFirst(count).first)
      #expect(exchange.stub?.name == asked.operation)
    }
  }

  @Test(arguments: alsoRight)
  func `a request is right however it is written`(asked: Asked) async throws {
    let api = try Self.api(asked.file)
    let registry = StubRegistry()
    registry.stub(api, asked.operation)
    try await asked.ask(registry)
    let exchange = try #require(registry.exchanges.first)
    #expect(exchange.stub?.name == asked.operation)
    #expect(api.contract.title(of: exchange) == asked.operation)
    #expect(api.problems(with: exchange).map(\.description) == [])
  }

  @Test(arguments: wrongParameters + wrongBodies + wrongAnswers)
  func `a wrong exchange is told of its side`(wrong: Wrong) async throws {
    let asked = try #require(Self.asked.first { $0.operation == wrong.operation })
    let api = try Self.api(asked.file)
    let registry = StubRegistry()
    registry.stub(condition: anyRequest(), response: wrong.answer ?? .status(404))
    if wrong.answer == nil { registry.stub(api, wrong.operation) }
    try await asked.ask(registry, instead: wrong)
    let exchange = try #require(registry.exchanges.first)
    #expect(api.contract.title(of: exchange) == wrong.operation)
    let problems = api.problems(with: exchange)
    #expect(problems.count == 1)
    let problem = try #require(problems.first)
    #expect(problem.isWarning == wrong.isRemark)
    let text = problem.description
    #expect(text.hasPrefix("The request is not what") == (wrong.answer == nil))
    #expect(text.contains("\(wrong.isRemark ? "!" : "✗") \(wrong.told)"))
  }
}

extension ManyOperationsTests {
  /// A request that its description allows.
  struct Asked: Sendable, CustomTestStringConvertible {
    let operation: String
    let method: String
    let path: String
    let server: String
    let headers: [String: String]
    let body: Body

    init(
      _ operation: String, _ method: String, _ path: String,
      on server: String = "https://eu.makers.test/live/v2", headers: [String: String] = [:],
      body: Body = .nothing
    ) {
      (self.operation, self.method, self.path) = (operation, method, path)
      (self.server, self.headers, self.body) = (server, headers, body)
    }

    var file: String { server.contains("library.test") ? "older.json" : "exchange.yaml" }
    var testDescription: String { "\(method) \(server)\(path)" }

    func ask(
      _ registry: StubRegistry, at other: String? = nil, instead wrong: Wrong? = nil
    ) async throws {
      let url = URL(string: (other ?? server) + (wrong?.path ?? path))
      var request = URLRequest(url: try #require(url))
      request.httpMethod = method
      for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
      for (name, value) in wrong?.headers ?? [:] {
        request.setValue(value, forHTTPHeaderField: name)
      }
      let body = wrong?.body ?? body
      if let type = body.type {
        request.setValue(type, forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(body.text.utf8)
      }
      _ = try? await registry.session.data(for: request)
    }
  }

  /// What is wrong in a request that is right otherwise, or with the answer to it.
  struct Wrong: Sendable, CustomTestStringConvertible {
    let operation: String
    let path: String?
    /// The fields to set; nil for one to leave out.
    let headers: [String: String?]
    let body: Body?
    let answer: StubResponse?
    /// How a finding begins.
    let told: String

    init(
      _ operation: String, path: String? = nil, headers: [String: String?] = [:],
      body: Body? = nil, answer: StubResponse? = nil, told: String
    ) {
      (self.operation, self.path, self.headers) = (operation, path, headers)
      (self.body, self.answer, self.told) = (body, answer, told)
    }

    var isRemark: Bool { told.hasSuffix(": not described") }
    var testDescription: String { "\(operation): \(told)" }
  }

  struct Body: Sendable {
    let type: String?
    let text: String

    static let nothing = Body(type: nil, text: "")

    static func text(_ text: String, as type: String = "text/plain") -> Body {
      Body(type: type, text: text)
    }

    static func json(_ text: String, as type: String = "application/json") -> Body {
      Body(type: type, text: text)
    }

    static func merge(_ text: String) -> Body { json(text, as: "application/merge-patch+json") }

    static func form(_ items: String...) -> Body { form(of: items) }

    static func parts(_ parts: Part...) -> Body { form(of: parts) }

    private static func form(of items: [String]) -> Body {
      Body(type: "application/x-www-form-urlencoded", text: items.joined(separator: "&"))
    }

    private static func form(of parts: [Part]) -> Body {
      let text = parts.map { "--edge\r\n\($0.text)\r\n" }.joined() + "--edge--\r\n"
      return Body(type: "multipart/form-data; boundary=edge", text: text)
    }
  }

  struct Part: Sendable {
    let text: String

    init(_ name: String, _ content: String, file: String? = nil, type: String? = nil) {
      let disposition = #"Content-Disposition: form-data; name="\#(name)""#
      let fields = [
        disposition + (file.map { #"; filename="\#($0)""# } ?? ""),
        type.map { "Content-Type: \($0)" },
      ]
      text = fields.compactMap(\.self).joined(separator: "\r\n") + "\r\n\r\n" + content
    }
  }

  static func product(_ more: String = "", price: String = "24.00") -> String {
    let price = #""price":{"amount":"\#(price)","currency":"EUR"}"#
    return #"{"name":"Salt jar","kind":"piece","made_on":"2024-03-09",\#(price)\#(more)}"#
  }

  static func user(_ more: String) -> String {
    let roles = #""joined_at":"2024-06-01T08:00:00Z","roles":["buyer"]"#
    return #"{"id":"\#(id)","name":"Ada",\#(roles),\#(more)}"#
  }
}

extension ManyOperationsTests.Body {
  typealias Part = ManyOperationsTests.Part

  static func product(_ more: String = "", price: String = "24.00") -> Self {
    json(ManyOperationsTests.product(more, price: price))
  }

  static func photos(_ more: Part...) -> Self {
    let photo = Part("photos", "PNG", file: "a.png")
    return form(of: [photo, Part("meta", #"{"caption":"Front"}"#)] + more)
  }

  static func signUp(_ more: String...) -> Self {
    form(of: ["email=ada%40makers.test", "password=correct+horse+battery"] + more)
  }

  static func line(_ more: String) -> Self { json(#"{"product":7,"quantity":2,\#(more)}"#) }

  static func order(_ more: String) -> Self {
    json(#"{"lines":[{"product":7,"quantity":2}],\#(more)}"#)
  }

  static func book(_ more: String) -> Self {
    json(#"{"title":"A Room","added_at":"2023-04-05T06:07:08Z",\#(more)}"#)
  }

  static func member(_ more: String) -> Self {
    json(#"{"name":"Ada","email":"ada@library.test","seen_at":"192.0.2.7",\#(more)}"#)
  }
}

extension Contract {
  /// The operation that the description takes an exchange for.
  fileprivate func title(of exchange: StubExchange) -> String? {
    if case .known(let found) = lookup(of: exchange.request) {
      found[0].operation.title
    } else {
      nil
    }
  }
}

extension ManyOperationsTests {
  static let library = "https://library.test/api"
  static let id = "3f0c9a52-7f0e-4c58-9a40-2a6d1b7f7c11"
  static let book = "/books/\(id)"

  static let asked = market + books

  private static let market: [Asked] = [
    Asked(
      "listProducts", "GET",
      "/products?page=2&per_page=50&tags=new,hand-made&color=red&color=blue&size=3%7C9"
        + "&material=oak%20ash&price%5Bmin%5D=5&price%5Bmax%5D=12.5&sort=-price&in_stock&key=k",
      headers: ["Accept-Language": "de,en"]),
    Asked(
      "addProduct", "POST", "/products",
      body: .product(#","colors":["red"],"weight":0.5,"cost":{"amount":"9.10","currency":"EUR"}"#)),
    Asked("askAboutProducts", "OPTIONS", "/products"),
    Asked("listFeatured", "GET", "/products/featured"),
    Asked("getProduct", "GET", "/products/7", headers: ["If-None-Match": #"W/"a1""#]),
    Asked("probeProduct", "HEAD", "/products/7"),
    Asked(
      "changeProduct", "PATCH", "/products/7", headers: ["If-Match": #""a1""#],
      body: .merge(#"{"weight":null,"tags":["new"],"maker":"Ben"}"#)),
    Asked("dropProduct", "DELETE", "/products/7", headers: ["If-Match": #""a1""#]),
    Asked("listVariants", "GET", "/products/7/variants"),
    Asked(
      "addPhotos", "POST", "/products/7/photos",
      body: .photos(
        Part("photos", "JPG", file: "b.jpg", type: "image/jpeg"), Part("position", "2"),
        Part("labels", "front"), Part("cover", "true"))),
    Asked("rateProduct", "PUT", "/products/7/rating", body: .json("4")),
    Asked("listReviews", "GET", "/products/7/reviews?after=r17&stars=4&stars=5"),
    Asked(
      "addReview", "POST", "/products/7/reviews",
      body: .json(
        #"{"stars":5,"marks":[[3,7]],"aspects":["fit","smell"]}"#,
        as: "application/vnd.makers.review+json")),
    Asked("getPhoto", "GET", "/photos/front.png"),
    Asked("replacePhoto", "PUT", "/photos/front.jpg", body: .text("JPG", as: "image/jpeg")),
    Asked("listCategories", "GET", "/categories"),
    Asked(
      "putCategory", "PUT", "/categories/for-the-table",
      body: .json(#"{"slug":"table","title":null,"children":[{"slug":"jars","children":[]}]}"#)),
    Asked(
      "search", "GET",
      "/search?q=salt%20jar&filter=%7B%22kind%22:%22piece%22,%22near%22:%5B13.4,52.5%5D%7D"),
    Asked("suggest", "GET", "/search/suggestions?q=j"),
    Asked("getBundle", "GET", "/bundles/7,8,9"),
    Asked("getShelf", "GET", "/shelves/aisle=3,side=left"),
    Asked("getPalette", "GET", "/palettes/.red.white"),
    Asked("getMixture", "GET", "/mixtures/.red,30,blue,70"),
    Asked("getShade", "GET", "/shades/;shade=light,dark"),
    Asked("getCell", "GET", "/cells/;x=3;y=-4"),
    Asked(
      "signUp", "POST", "/users",
      body: .signUp(
        "age=36", "newsletter=true", "interests=wood", "interests=wool", "channels=mail,post",
        "sizes=38%2040", "limits%5Bmonthly%5D=90",
        "address=%7B%22street%22:%22Elm+1%22,%22city%22:%22Ulm%22,%22country%22:%22DE%22%7D")),
    Asked("getMe", "GET", "/users/me", headers: ["Cookie": "theme=dark; visit=v1"]),
    Asked(
      "changeMe", "PATCH", "/users/me",
      body: .json(#"{"phone":"030 12","phone_country":"DE","company":"Salt","vat":"DE12"}"#)),
    Asked("setAvatar", "PUT", "/users/me/avatar", body: .text("PNG", as: "image/png")),
    Asked("getPreferences", "GET", "/users/me/preferences"),
    Asked(
      "putPreferences", "PUT", "/users/me/preferences",
      body: .json(#"{"theme":"dark","notify_mail":false,"quiet_nights":["22:00","07:30"]}"#)),
    Asked("getUser", "GET", "/users/\(id)"),
    Asked("listAddresses", "GET", "/users/\(id)/addresses"),
    Asked(
      "addAddress", "POST", "/users/\(id)/addresses",
      body: .json(#"{"street":"Elm 1","city":"Troy","country":"US","state":"NY","zip":"12180"}"#)),
    Asked(
      "logIn", "POST", "/sessions",
      body: .form("grant=password", "email=ada%40makers.test", "password=correct+horse+battery")),
    Asked("logOut", "DELETE", "/sessions/current"),
    Asked("getCart", "GET", "/cart", headers: ["Cookie": "cart=4711"]),
    Asked("emptyCart", "DELETE", "/cart", headers: ["Cookie": "cart=4711"]),
    Asked(
      "setLine", "PUT", "/cart/lines/0", headers: ["Cookie": "cart=4711"],
      body: .line(#""options":{"glaze":"matt"},"discount":10,"label":3"#)),
    Asked(
      "listOrders", "GET", "/orders?status=open&status=paid&from=2024-01-01&open=true",
      headers: ["X-Fields": "id,total", "X-Window": "skip=20,take=10"]),
    Asked(
      "placeOrder", "POST", "/orders", headers: ["Idempotency-Key": "a1b2c3d4e5"],
      body: .order(#""note":null,"payment":{"method":"voucher","number":1200}"#)),
    Asked("exportOrders", "GET", "/orders/export"),
    Asked("getOrder", "GET", "/orders/5d1b7c36"),
    Asked("cancelOrder", "POST", "/orders/5d1b7c36/cancellation"),
    Asked("getInvoice", "GET", "/orders/5d1b7c36/invoice?copy=2"),
    Asked("followOrder", "GET", "/orders/5d1b7c36/events", headers: ["Last-Event-ID": "12"]),
    Asked("listPayments", "GET", "/payments"),
    Asked(
      "refund", "POST", "/payments/12/refunds",
      body: .json(#"{"money":{"amount":"-4.50","currency":"GBP"},"to":{"name":"Ada"}}"#)),
    Asked("getReport", "GET", "/reports/2024-05"),
    Asked("getLatestReport", "GET", "/reports/latest"),
    Asked(
      "startUpload", "POST", "/uploads", on: "https://uploads.makers.test", body: .text("A note.")),
    Asked(
      "getUpload", "GET", "/uploads/u12", on: "https://files.makers.test:8443/hot",
      headers: ["Range": "bytes=0-3"]),
    Asked("getRates", "GET", "/rates"),
    Asked("listZones", "GET", "/shipping/zones"),
    Asked(
      "subscribe", "POST", "/subscriptions",
      body: .json(#"{"url":"https://shop.test/","topics":["order.placed","order.paid"]}"#)),
    Asked("translate", "POST", "/translations?to=de", body: .text("Good morning")),
    Asked("getHealth", "GET", "/health"),
    Asked("GET /legal/{document}", "GET", "/legal/terms"),
  ]

  private static let books: [Asked] = [
    Asked("listBooks", "GET", "/books?page=1&since=2024-02-29&shelf=0.5&id=\(id)", on: library),
    Asked(
      "addBook", "POST", "/books", on: library,
      body: .book(#""isbn":null,"pages":112,"cover":"aGVsbG8=""#)),
    Asked("getBook", "GET", book, on: library),
    Asked(
      "replaceBook", "PUT", book, on: library,
      body: .json(#"{"title":"A Room","added_at":"2023-04-05T06:07:08.5+02:00","pages":null}"#)),
    Asked("removeBook", "DELETE", book, on: library),
    Asked(
      "lendBook", "POST", "\(book)/loans", on: library,
      body: .json(#"{"member":9007199254740993,"due":"2024-02-29","note":null,"days":0.5}"#)),
    Asked(
      "addMember", "POST", "/members", on: library,
      body: .member(#""page":"https://ada.test/","host":"ada.test","address":null"#)),
    Asked("getMember", "GET", "/members/12", on: library),
    Asked("getMedium", "GET", "/media/film", on: library),
    Asked("getHours", "GET", "/hours", on: library),
    Asked(
      "addScan", "POST", "/scans", on: library,
      body: .parts(
        Part("page", "3"), Part("taken", "2024-02-29T10:00:00Z"),
        Part("file", "TIFF", file: "3.tiff"))),
    Asked("getScan", "GET", "/scans/\(id)", on: library),
  ]

  /// Requests for operations of the tables above, in other spellings.
  static let alsoRight: [Asked] = [
    Asked("listFeatured", "GET", "/products/featured", on: "https://us.makers.test/preview/v2"),
    Asked("listFeatured", "GET", "/products/featured", on: "http://localhost:8123/v2"),
    Asked("listProducts", "GET", "/products?price[max]=12&material=oak+ash&size=3|9"),
    Asked("listProducts", "GET", "/products?%70age=2&in_stock=true"),
    Asked(
      "addProduct", "POST", "/products",
      body: .json(product(), as: "application/json; charset=utf-8")),
    Asked("listOrders", "GET", "/orders", headers: ["X-Fields": "id, total"]),
    Asked("getMe", "GET", "/users/me", headers: ["Cookie": "visit=v1;theme=light"]),
    Asked("signUp", "POST", "/users", body: .signUp("newsletter=false", "age=36")),
    Asked("cancelOrder", "POST", "/orders/5d1b7c36/cancellation", body: .json(#"{"reason":null}"#)),
    Asked("getBook", "GET", book, on: "https://south.library.test/api"),
  ]
}

extension ManyOperationsTests {
  static let wrongParameters: [Wrong] = [
    Wrong(
      "listProducts", path: "/products?page=0", told: "query page: expected at least 1, found 0"),
    Wrong("listProducts", path: "/products?page=", told: "query page: has no value"),
    Wrong(
      "listProducts", path: "/products?tags=new,S4",
      told: #"query tags[1]: expected text that matches ^[a-z-]+$, found "S4""#),
    Wrong(
      "listProducts", path: "/products?color=red&color=red",
      told: "query color: expected no equal elements, but [0] and [1] are equal"),
    Wrong(
      "listProducts", path: "/products?color=red&color=mud",
      told: #"query color[1]: expected one of "red", "blue", "green", "white", found "mud""#),
    Wrong(
      "listProducts", path: "/products?size=3%7Cx",
      told: #"query size[1]: expected a whole number, found "x""#),
    Wrong(
      "listProducts", path: "/products?material=oak%20tin",
      told: #"query material[1]: expected one of "oak", "ash", "clay", "wool", found "tin""#),
    Wrong(
      "listProducts", path: "/products?price%5Bmin%5D=-1",
      told: "query price.min: expected at least 0, found -1"),
    Wrong(
      "listProducts", path: "/products?price%5Bmid%5D=3",
      told: #"query price.mid: unexpected; the known members are "max" and "min""#),
    Wrong(
      "listProducts", path: "/products?sort=",
      told: #"query sort: expected one of "newest", "cheapest", "-price", found """#),
    Wrong(
      "listProducts", path: "/products?in_stock=maybe",
      told: #"query in_stock: expected true or false, found "maybe""#),
    Wrong("listProducts", path: "/products?colour=red", told: "query colour: not described"),
    Wrong(
      "listReviews", path: "/products/7/reviews?stars=4&stars=6",
      told: "query stars[1]: expected one of 1, 2, 3, 4, 5, found 6"),
    Wrong("search", path: "/search", told: "query q: missing, and required"),
    Wrong(
      "search", path: "/search?q=salt&filter=%7B%22near%22:%5B190,0%5D%7D",
      told: "query filter.near[0]: expected at most 180, found 190"),
    Wrong(
      "dropProduct", headers: ["If-Match": nil], told: "header If-Match: missing, and required"),
    Wrong(
      "placeOrder", headers: ["Idempotency-Key": "a1"],
      told: "header Idempotency-Key: expected at least 8 characters, found 2"),
    Wrong(
      "listOrders", headers: ["X-Fields": "id,tax"],
      told: #"header X-Fields[1]: expected one of "id", "total", "lines", "status", found "tax""#),
    Wrong(
      "listOrders", headers: ["X-Window": "skip=0,take=all"],
      told: #"header X-Window.take: expected a whole number, found "all""#),
    Wrong(
      "listOrders", path: "/orders?from=May",
      told: #"query period.from: expected text that matches ^\d{4}-\d\d-\d\d$, found "May""#),
    Wrong("getCart", headers: ["Cookie": nil], told: "cookie cart: missing, and required"),
    Wrong(
      "getMe", headers: ["Cookie": "theme=pink"],
      told: #"cookie theme: expected one of "light", "dark", found "pink""#),
    Wrong(
      "getMe", headers: ["Cookie": "theme=dark; mood=good"], told: "cookie mood: not described"),
    Wrong(
      "getProduct", path: "/products/salt-jar",
      told: #"path product_id: expected a whole number, found "salt-jar""#),
    Wrong(
      "getBundle", path: "/bundles/7,eight",
      told: #"path ids[1]: expected a whole number, found "eight""#),
    Wrong(
      "getShelf", path: "/shelves/aisle=3,side=top",
      told: #"path spot.side: expected one of "left", "right", found "top""#),
    Wrong(
      "getPalette", path: "/palettes/.red.mud",
      told: #"path colors[1]: expected one of "red", "blue", "green", "white", found "mud""#),
    Wrong(
      "getMixture", path: "/mixtures/.red,much",
      told: #"path parts.red: expected a whole number, found "much""#),
    Wrong(
      "getShade", path: "/shades/;shade=light,mid,dark",
      told: "path shade: expected at most 2 elements, found 3"),
    Wrong(
      "getCell", path: "/cells/;x=3;y=100", told: "path point.y: expected at most 99, found 100"),
    Wrong(
      "getPhoto", path: "/photos/front.gif",
      told: #"path ext: expected one of "png", "jpg", found "gif""#),
    Wrong(
      "getReport", path: "/reports/2024-13",
      told: #"path month: expected text that matches ^(0[1-9]|1[0-2])$, found "13""#),
    Wrong(
      "getUpload", path: "/uploads/much-too-long",
      told: "path upload_id: expected at most 8 characters, found 13"),
    Wrong("listBooks", path: "/books?page=0", told: "query page: expected more than 0, found 0"),
    Wrong(
      "listBooks", path: "/books?page=2147483648",
      told: "query page: expected a whole number that fits into 32 bits, found 2147483648"),
    Wrong(
      "listBooks", path: "/books?since=2023-02-29",
      told: #"query since: expected a date such as 2024-01-31, found "2023-02-29""#),
    Wrong("getBook", path: "/books/7", told: #"path id: expected a UUID, found "7""#),
  ]

  static let wrongBodies: [Wrong] = [
    Wrong("addProduct", body: .nothing, told: "the body: missing, and required"),
    Wrong("addProduct", body: .json(#"{"name":"#), told: "the body: not JSON: "),
    Wrong(
      "addProduct", body: .text("Salt jar"),
      told: "Content-Type: expected application/json, found text/plain"),
    Wrong(
      "addProduct", body: .product(#","id":7"#),
      told: "id: read-only, and must not be sent in a request"),
    Wrong(
      "addProduct", body: .product(price: "24"),
      told: #"price.amount: expected text that matches ^-?\d{1,9}\.\d{2}$, found "24""#),
    Wrong(
      "addProduct", body: .product(#","weight":0.3"#),
      told: "weight: expected a multiple of 0.5, found 0.3"),
    Wrong(
      "addProduct", body: .product(#","attributes":{"set":null}"#),
      told: "attributes.set: expected a string, a whole number or true or false, found null"),
    Wrong(
      "addProduct", body: .product(#","colour":"blue""#),
      told: "colour: unexpected; the known members are "),
    Wrong(
      "changeProduct", body: .merge(#"{"maker":"root"}"#),
      told: #"maker: expected anything but "admin" or "root", found "root""#),
    Wrong(
      "dropProduct", body: .json("{}"),
      told: "the body: has 2 bytes, and the operation describes no body"),
    Wrong("rateProduct", body: .json("4.5"), told: "the body: expected a whole number, found 4.5"),
    Wrong(
      "addPhotos", body: .parts(Part("meta", #"{"caption":"Front"}"#)),
      told: "photos: missing, and required"),
    Wrong(
      "addPhotos", body: .parts(Part("photos", "PNG", file: "a.png"), Part("meta", "Front")),
      told: #"meta: expected an object, found "Front""#),
    Wrong(
      "addPhotos", body: .photos(Part("position", "first")),
      told: #"position: expected a whole number, found "first""#),
    Wrong(
      "addPhotos", body: .photos(Part("labels", "top")),
      told: #"labels[0]: expected one of "front", "back", "detail", found "top""#),
    Wrong(
      "addReview", body: .json(#"{"stars":4,"marks":[[3,7,9]]}"#),
      told: "marks[0][2]: unexpected: the schema allows nothing here"),
    Wrong(
      "addReview", body: .json(#"{"stars":4,"aspects":["smell"]}"#),
      told: "aspects: expected at least 1 element that fits components/schemas/Review/"),
    Wrong(
      "addReview", body: .json(#"{"stars":4,"aspects":["fit","craft","care"]}"#),
      told: "aspects: expected at most 2 elements that fit components/schemas/Review/"),
    Wrong(
      "putCategory",
      body: .json(#"{"slug":"a","children":[{"slug":"b","children":[{"slug":"c"}]}]}"#),
      told: "children[0].children[0].children: missing, and required"),
    Wrong(
      "replacePhoto", body: .text("PNG"), told: "Content-Type: expected image/*, found text/plain"),
    Wrong("signUp", body: .signUp("age=15"), told: "age: expected at least 16, found 15"),
    Wrong(
      "signUp", body: .form("email=a%40b.test", "password=horse", "age=36"),
      told: "password: expected at least 12 characters, found another value"),
    Wrong(
      "signUp", body: .signUp("age=36", "interests=wood", "interests=tin"),
      told: #"interests[1]: expected one of "wood", "clay", "wool", found "tin""#),
    Wrong(
      "signUp", body: .signUp("age=36", "channels=mail,fax"),
      told: #"channels[1]: expected one of "mail", "post", found "fax""#),
    Wrong(
      "signUp", body: .signUp("age=36", "sizes=38%20XL"),
      told: #"sizes[1]: expected a whole number, found "XL""#),
    Wrong(
      "signUp",
      body: .signUp("age=36", "address=%7B%22city%22:%22Ulm%22,%22country%22:%22DE%22%7D"),
      told: "address.street: missing, and required"),
    Wrong(
      "signUp", body: .signUp("age=36", "limits%5Bmonthly%5D=much"),
      told: #"limits.monthly: expected a whole number, found "much""#),
    Wrong(
      "logIn", body: .form("grant=link", "link=ftp%3A%2F%2Fmakers.test"),
      told: #"link: expected text that matches ^https://, found "ftp://makers.test""#),
    Wrong("changeMe", body: .json("{}"), told: "the body: expected at least 1 member, found 0"),
    Wrong(
      "changeMe", body: .json(#"{"phone":"030 12"}"#),
      told: #"phone_country: missing, and required because "phone" is there"#),
    Wrong("changeMe", body: .json(#"{"company":"Salt"}"#), told: "vat: missing, and required"),
    Wrong(
      "changeMe", body: .json(#"{"name":"Ada","company":"Salt","vat":"DE12"}"#),
      told: "the body: fits components/schemas/Change/not, which must not fit"),
    Wrong(
      "putPreferences", body: .json(#"{"notify_mail":"yes"}"#),
      told: #"notify_mail: expected true or false, found "yes""#),
    Wrong(
      "putPreferences", body: .json(#"{"Notify":true}"#),
      told: #"Notify: unexpected; the known members are "text_size" and "theme""#),
    Wrong(
      "putPreferences", body: .json(#"{"quiet_nights":["22:00","late"]}"#),
      told: #"quiet_nights[1]: expected text that matches ^\d\d:\d\d$, found "late""#),
    Wrong(
      "addAddress", body: .json(#"{"street":"Elm 1","city":"Troy","country":"US","zip":"12180"}"#),
      told: "state: missing, and required"),
    Wrong(
      "addAddress", body: .json(#"{"street":"Elm 1","city":"Ulm","country":"DE","state":"BW"}"#),
      told: "state: unexpected: the schema allows nothing here"),
    Wrong(
      "setLine", body: .json(#"{"product":7,"quantity":100}"#),
      told: "quantity: expected less than 100, found 100"),
    Wrong(
      "setLine", body: .line(#""discount":15"#),
      told: "discount: fits 2 alternatives, of which only one may fit: "),
    Wrong(
      "setLine", body: .line(#""label":true"#),
      told: "label: expected a string or a whole number, found true"),
    Wrong(
      "placeOrder", body: .order(#""payment":{"method":"barter"}"#),
      told: #"payment.method: expected one of "transfer", "voucher", found "barter""#),
    Wrong(
      "placeOrder", body: .order(#""payment":{"number":1200}"#),
      told: #"payment.method: missing, and required: one of "transfer", "voucher""#),
    Wrong(
      "placeOrder", body: .order(#""gift":true,"payment":{"method":"voucher","number":1200}"#),
      told: "gift: unexpected; no part of the schema describes it"),
    Wrong(
      "cancelOrder", body: .json(#"{"reason":"rain"}"#),
      told: #"reason: expected one of "late", "broken", "other", null, found "rain""#),
    Wrong(
      "refund", body: .json(#"{"money":{"amount":"4.50","currency":"CHF"}}"#),
      told: #"money.currency: expected one of "EUR", "GBP", "USD", found "CHF""#),
    Wrong(
      "refund",
      body: .json(
        #"{"money":{"amount":"4.50","currency":"EUR"},"to":{"name":"Ada","address":{}}}"#),
      told: "to.address.street: missing, and required"),
    Wrong(
      "startUpload", body: .text(String(repeating: "x", count: 81)),
      told: "the body: expected at most 80 characters, found 81"),
    Wrong(
      "translate", body: .text("  "),
      told: #"the body: expected text that matches \S, found "  ""#),
    Wrong(
      "addBook", body: .json(#"{"title":null,"added_at":"2023-04-05T06:07:08Z"}"#),
      told: "title: expected a string, found null"),
    Wrong(
      "addBook", body: .json(#"{"title":"A Room","added_at":"2023-04-05T06:07:08"}"#),
      told: "added_at: expected a date and time with an offset, such as 2024-01-31T10:30:00Z"),
    Wrong(
      "addBook", body: .book(#""cover":"aGVsbG8""#),
      told: #"cover: expected base64, found "aGVsbG8""#),
    Wrong(
      "lendBook", body: .json(#"{"member":1,"due":"2024-02-29","days":0}"#),
      told: "days: expected more than 0, found 0"),
    Wrong(
      "addMember", body: .json(#"{"name":"Ada","email":"ada","seen_at":"192.0.2.7"}"#),
      told: #"email: expected an email address, found "ada""#),
    Wrong(
      "addMember", body: .json(#"{"name":"Ada","email":"a@b.test","seen_at":"192.0.2.700"}"#),
      told: #"seen_at: expected an IPv4 address, found "192.0.2.700""#),
    Wrong(
      "addMember", body: .member(#""page":"ada.test""#),
      told: #"page: expected a URI with a scheme, found "ada.test""#),
    Wrong(
      "addMember", body: .member(#""number":3"#),
      told: "number: read-only, and must not be sent in a request"),
    Wrong(
      "addScan", body: .parts(Part("page", "three"), Part("file", "TIFF", file: "3.tiff")),
      told: #"page: expected a whole number, found "three""#),
  ]

  static let wrongAnswers: [Wrong] = [
    Wrong("getUser", answer: .status(302), told: "the status: expected 200, 404, found 302"),
    Wrong(
      "getUser", answer: .text("Ada", headers: ["Content-Type": "text/html"]),
      told: "Content-Type: expected application/json, found text/html"),
    Wrong(
      "getUser", answer: .status(200), told: "Content-Type: missing, expected application/json"),
    Wrong(
      "getUser", answer: .json(text: "{}", status: 404),
      told: "Content-Type: expected application/problem+json, found application/json"),
    Wrong(
      "getUser", answer: .text(#"{"id":"#, headers: ["Content-Type": "application/json"]),
      told: "the body: not JSON: "),
    Wrong(
      "getUser", answer: .json(text: user(#""friends":[{}]"#)),
      told: "friends[0].name: missing, and required"),
    Wrong(
      "getMe", answer: .json(text: user(#""password":"open""#)),
      told: "password: write-only, and must not be sent in a response"),
    Wrong(
      "listProducts",
      answer: .json(text: #"{"page":1,"items":[]}"#, headers: ["X-Total-Count": "many"]),
      told: #"field X-Total-Count: expected a whole number, found "many""#),
    Wrong(
      "listProducts",
      answer: .json(text: #"{"page":1,"items":[],"total":0}"#, headers: ["X-Total-Count": "0"]),
      told: "total: unexpected; no part of the schema describes it"),
    Wrong(
      "listProducts",
      answer: .json(text: "{}", status: 503, headers: ["Content-Type": "application/problem+json"]),
      told: "title: missing, and required"),
    Wrong(
      "askAboutProducts", answer: .status(204, headers: ["Allow": "GET,POST,PUT"]),
      told: #"field Allow[2]: expected one of "GET", "POST", "OPTIONS", found "PUT""#),
    Wrong(
      "probeProduct", answer: .status(200, headers: ["ETag": #""a1""#]),
      told: "field X-Stock: missing, and required"),
    Wrong(
      "changeProduct",
      answer: .json(text: product(#","id":7,"cost":{"amount":"9.10","currency":"EUR"}"#)),
      told: "cost: write-only, and must not be sent in a response"),
    Wrong(
      "listVariants", answer: .json(text: #"[{"kind":"carved","sku":"AB-123"}]"#),
      told: #"[0].kind: expected one of "EngravedVariant", "dyed", "sized", found "carved""#),
    Wrong(
      "listVariants",
      answer: .json(text: #"[{"kind":"sized","sku":"AB-123","size":"S","color":"red"}]"#),
      told: "[0].color: unexpected; no part of the schema describes it"),
    Wrong(
      "listCategories",
      answer: .json(text: #"[{"slug":"a","children":[{"slug":"B","children":[]}]}]"#),
      told: "[0].children[0].slug: expected text that matches ^[a-z0-9]+(-[a-z0-9]+)*$"),
    Wrong(
      "search", answer: .json(text: #"{"hits":[{"category":{"slug":"jars"}}]}"#),
      told: "hits[0].category.children: missing, and required"),
    Wrong(
      "suggest", answer: .json(text: #"["jar","jug","jar"]"#),
      told: "the body: expected no equal elements, but [0] and [2] are equal"),
    Wrong(
      "exportOrders",
      answer: .text(
        "id;total",
        headers: ["Content-Type": "text/csv", "Content-Disposition": "attachment; filename=o.csv"]),
      told: #"the body: expected text that matches ^id,placed_at,total, found "id;total""#),
    Wrong(
      "getReport",
      answer: .json(
        text: #"{"period":"2024-05","rows":[["AB-123",2,{"amount":"4.00","currency":"EUR"},0]]}"#),
      told: "rows[0][3]: unexpected; no part of the schema describes it"),
    Wrong(
      "getLatestReport", answer: .status(303), told: "field Location: missing, and required"),
    Wrong(
      "getUpload",
      answer: .data(
        Data("01".utf8), status: 206, headers: ["Content-Type": "application/octet-stream"]),
      told: "field Content-Range: missing, and required"),
    Wrong(
      "getRates", answer: .json(text: #"{"USD":1.08,"euro":1}"#),
      told: #"euro: its name is wrong: expected text that matches ^[A-Z]{3}$, found "euro""#),
    Wrong(
      "listZones",
      answer: .json(text: #"[{"type":"area","name":"North","ring":[[0,0],[1,0],[1,1]]}]"#),
      told: #"[0].type: expected "zone", found "area""#),
    Wrong(
      "listZones",
      answer: .json(
        text: #"[{"type":"zone","name":"North","ring":[[0,0],[1,0],[1,1]],"days":[1,2]}]"#),
      told: "[0].days[1]: expected a string, found 2"),
    Wrong(
      "getHealth", answer: .json(text: #"{"state":"open","currencies":["EUR","EUR"]}"#),
      told: "currencies: expected no equal elements, but [0] and [1] are equal"),
    Wrong(
      "refund",
      answer: .json(
        text: #"{"money":{"amount":"4.50","currency":"EUR"},"to":{"name":"Ada"},"state":"lost"}"#,
        status: 201),
      told: #"state: expected one of "asked", "done", found "lost""#),
    Wrong(
      "GET /legal/{document}", answer: .text("Be kind.", headers: ["Content-Type": "text/html"]),
      told: #"the body: expected text that matches ^<, found "Be kind.""#),
    Wrong(
      "getMedium", answer: .json(text: #"{"kind":"Book","minutes":9}"#),
      told: #"kind: expected one of "Film", "Record", found "Book""#),
    Wrong(
      "getHours", answer: .json(text: #"{"monday":[9,25]}"#),
      told: "monday[1]: expected at most 24, found 25"),
    Wrong(
      "listBooks", answer: .json(text: "[]", headers: ["X-Next": "next"]),
      told: #"field X-Next: expected a URI with a scheme, found "next""#),
  ]
}
