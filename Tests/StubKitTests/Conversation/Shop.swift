import Foundation

@testable import StubKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A conversation that is made up, moment by moment: the one on the page of the documentation.
struct Shop {
  let registry = StubRegistry()
  private(set) var exchanges: [StubExchange] = []
  /// The time at which it is looked at.
  var now = Duration.zero
  var redaction = Redaction.standard
  var showsSecrets = false
  var droppedCount = 0

  /// Where an app's tests might have registered a stub.
  func stub(_ condition: RequestMatcher, named name: String? = nil, line: Int) -> Stub {
    registry.stub(
      condition: condition, named: name, fileID: "ShopTests/ShopTests.swift",
      filePath: "/Shop/Tests/ShopTests.swift", line: line, column: 5, response: .status(200))
  }

  /// What comes of a request; all moments in milliseconds.
  struct Course {
    var asked = 0
    var decided: Int?
    var sent: Int?
    var head: Int?
    var pieces: [Int] = []
    var end: Int?
    var status: Int?
    var body = ""
    /// How many bytes of the body the log keeps.
    var kept = Int.max
    var outcome = StubExchange.Outcome.finished
    var error: (any Error)?
    var isForwarded = false
  }

  /// Adds an exchange.
  mutating func ask(
    _ method: String, _ url: String, of stub: Stub?, body: String? = nil, _ course: Course
  ) {
    var request = URLRequest(url: URL(string: url) ?? URL(filePath: "/"))
    request.httpMethod = method
    let start = Duration.milliseconds(course.decided ?? course.asked)
    var exchange = StubExchange(
      request: StubRequest(request, body: body.map { Data($0.utf8) }), stub: stub, start: start)
    exchange.transcript.asked = .milliseconds(course.asked)
    exchange.transcript.sent = course.sent.map { .milliseconds($0) }
    exchange.transcript.head = course.head.map { .milliseconds($0) }
    exchange.transcript.isForwarded = course.isForwarded
    let bytes = Data(course.body.utf8)
    for (number, piece) in course.pieces.enumerated() {
      let size = bytes.count * (number + 1) / course.pieces.count
      exchange.transcript.take(
        bytes.prefix(size), at: .milliseconds(piece), keeping: course.kept)
    }
    exchange.response = course.status.map { StubResponse.Head(status: $0, headers: [:]) }
    exchange.outcome = course.end == nil ? .pending : course.outcome
    exchange.error = course.error
    exchange.duration = course.end.map { .milliseconds($0) - start }
    exchanges.append(exchange)
    now = max(now, .milliseconds(course.end ?? course.asked))
  }

  /// The conversation so far.
  var conversation: StubConversation {
    StubConversation(
      exchanges: exchanges, droppedCount: droppedCount, now: now,
      discretion: Discretion(showsSecrets: showsSecrets, redaction: redaction),
      origin: Date(timeIntervalSince1970: 1_700_000_000))
  }

  /// A little of everything.
  static var busy: Shop {
    var shop = Shop()
    let host = "https://api.shop.example"
    let login = shop.stub(isMethodPOST() && isPath("/login"), named: "login", line: 18)
    let products = shop.stub(isPathTemplate("/products/{id}"), line: 21)
    let list = shop.stub(isPath("/products") && containsQuery("page"), line: 24)
    let photo = shop.stub(isExtension("jpg"), named: "a photo on slow 3G", line: 27)
    let cart = shop.stub(isMethodPOST() && isPath("/cart"), line: 31)
    let stock = shop.stub(isPath("/stock"), named: "the stock, at the second try", line: 34)
    let search = shop.stub(satisfies("is a search") { _ in true }, line: 38)
    let old = shop.stub(isPath("/catalogue"), line: 42)
    let pay = shop.stub(isPath("/payments"), named: "a payment that hangs", line: 45)
    let page = String(repeating: "x", count: 9_400)
    shop.ask(
      "POST", host + "/login", of: login, body: "{}",
      Course(sent: 40, head: 180, pieces: [180], end: 180, status: 200, body: #"{"ok":true}"#))
    shop.ask(
      "GET", host + "/products?page=1", of: list,
      Course(
        asked: 195, head: 260, pieces: [290, 320, 350, 380], end: 380, status: 200, body: page)
    )
    shop.ask(
      "GET", host + "/products?page=2", of: list,
      Course(
        asked: 200, head: 330, pieces: [360, 390, 420, 450], end: 450, status: 200, body: page)
    )
    shop.ask(
      "GET", host + "/catalogue", of: old,
      Course(asked: 210, head: 250, end: 250, status: 302, outcome: .redirected))
    shop.ask(
      "GET", host + "/products/17", of: products,
      Course(asked: 250, head: 340, pieces: [340], end: 340, status: 200, body: #"{"id":17}"#))
    shop.ask(
      "GET", host + "/photos/17-large.jpg", of: photo,
      Course(
        asked: 345, head: 445, pieces: Array(stride(from: 475, through: 895, by: 30)), end: 895,
        status: 200, body: String(repeating: page, count: 4)))
    shop.ask(
      "GET", host + "/search?q=lam", of: search,
      Course(asked: 400, decided: 430, end: 520, outcome: .cancelled))
    shop.ask(
      "GET", host + "/search?q=lamp", of: search,
      Course(
        asked: 520, decided: 550, head: 640, pieces: [640], end: 640, status: 200, body: "[17]"))
    shop.ask(
      "POST", host + "/cart", of: cart, body: page,
      Course(asked: 560, sent: 700, head: 760, end: 760, status: 201))
    shop.ask(
      "GET", host + "/stock", of: stock, Course(asked: 600, head: 660, end: 660, status: 503))
    shop.ask(
      "GET", host + "/recommendations?for=17", of: nil,
      Course(
        asked: 660, end: 660, outcome: .unmatched, error: URLError(.resourceUnavailable)))
    shop.ask(
      "GET", host + "/stock", of: stock,
      Course(asked: 860, head: 920, pieces: [920], end: 920, status: 200, body: "3"))
    shop.ask(
      "GET", host + "/exchange-rates", of: nil,
      Course(
        asked: 700, head: 812, pieces: [830, 850], end: 850, status: 200, body: page,
        outcome: .passedThrough, isForwarded: true))
    shop.ask(
      "GET", host + "/photos/18-large.jpg", of: photo,
      Course(
        asked: 905, head: 955, pieces: [985, 1_015, 1_045], end: 1_075, status: 200,
        body: String(repeating: "x", count: 7_500), outcome: .failed,
        error: URLError(.networkConnectionLost)))
    shop.ask(
      "POST", host + "/payments", of: pay, body: "{}",
      Course(asked: 940, end: 60_940, outcome: .failed, error: URLError(.timedOut)))
    shop.ask("GET", host + "/orders/latest", of: products, Course(asked: 61_000))
    shop.now = .milliseconds(61_150)
    return shop
  }
}
