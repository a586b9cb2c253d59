/// Why bytes are not accepted as a request; the connection ends after a refusal.
struct Refusal: Error, Equatable {
  /// The status of the answer; nil if the client would not understand any answer.
  let status: Int?
  let sentence: String

  static func malformed(_ sentence: String) -> Refusal { Refusal(status: 400, sentence: sentence) }

  static let lineEnd = malformed("A line of the request does not end in CRLF.")
  static let requestLine = malformed("The first line is not a valid request line.")

  static let tls = Refusal(
    status: nil,
    sentence: "A client speaks TLS to a stub server, which has none: ask it by http, not https.")

  static let version = Refusal(
    status: 505, sentence: "The server speaks HTTP/1.1, and no other version.")

  static func head(limit: Int) -> Refusal {
    Refusal(status: 431, sentence: "The head of the request is longer than \(limit) bytes.")
  }

  static func fields(limit: Int) -> Refusal {
    Refusal(status: 431, sentence: "The head of the request has more than \(limit) fields.")
  }

  static func body(limit: Int) -> Refusal {
    Refusal(
      status: 413,
      sentence:
        "The body of the request is larger than \(limit) bytes, which is all that this server takes "
        + "(`bodyLimit:` of `serve` and `serveStubs`)."
    )
  }

  static func patience(_ patience: Duration) -> Refusal {
    Refusal(
      status: 408, sentence: "No more of the request arrived for \(patience.formatted)."
    )
  }
}

extension Duration {
  fileprivate var formatted: String { "\(self / .seconds(1)) seconds" }
}
