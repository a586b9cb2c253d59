public import Foundation

extension StubResponse {
  /// Answers with these bytes.
  public static func data(
    _ data: Data, status: Int = 200, headers: StubHeaders = [:]
  ) -> StubResponse { reply(.given(.data(data)), status: status, headers: headers) }

  /// Answers with plain text in UTF-8.
  public static func text(
    _ text: String, status: Int = 200, headers: StubHeaders = [:]
  ) -> StubResponse {
    reply(
      .given(.data(Data(text.utf8))), as: "text/plain; charset=utf-8", status: status,
      headers: headers)
  }

  /// Answers with an HTML page in UTF-8.
  public static func html(
    _ html: String, status: Int = 200, headers: StubHeaders = [:]
  ) -> StubResponse {
    reply(
      .given(.data(Data(html.utf8))), as: "text/html; charset=utf-8", status: status,
      headers: headers)
  }

  /// Answers with a status and no body.
  public static func status(_ status: Int, headers: StubHeaders = [:]) -> StubResponse {
    reply(.none, status: status, ownsStatus: true, headers: headers)
  }

  /// Redirects the client to another URL.
  ///
  /// The status should be 301, 302, 303, 307 or 308, which differ in how the method changes. With one
  /// that is not in the 300s, the response fails and says so.
  public static func redirect(
    to url: URL, status: Int = 302, headers: StubHeaders = [:]
  ) -> StubResponse {
    guard 300..<400 ~= status else {
      return .mistaken(
        ".redirect(to: …, status: \(status))",
        "no client follows this status; take 301, 302, 303, 307 or 308")
    }
    return .status(status, headers: headers).with(header: "Location", value: url.absoluteString)
  }

  /// Answers with a redirect to an address, which may be relative: `"/login"`.
  ///
  /// If the address is not a URL, the response fails and says so.
  public static func redirect(
    to address: String, status: Int = 302, headers: StubHeaders = [:]
  ) -> StubResponse {
    guard let url = URL(string: address) else {
      return .broken("The stub's redirect leads to \(address.debugDescription), which is no URL.")
    }
    return redirect(to: url, status: status, headers: headers)
  }

  /// Answers with a file's bytes, read each time the response is used.
  ///
  /// On Apple's platforms large files are mapped into memory, not copied. The `Content-Type` follows
  /// from the extension. If the file cannot be read, the request fails with
  /// `URLError.fileDoesNotExist`.
  public static func file(
    _ url: URL, status: Int = 200, headers: StubHeaders = [:]
  ) -> StubResponse { file(.url(url), status: status, headers: headers) }

  /// Answers with a file from a bundle's resources, like `.file`.
  ///
  /// ```swift
  /// stub(condition: isPath("/users"), response: .fixture("users.json", in: .module))
  /// ```
  /// StubKit looks for the name, which may contain folders, in the resources and in their folder
  /// `Fixtures`. If there is no such file, the request fails with an error that lists similar
  /// names.
  public static func fixture(
    _ name: String, in bundle: Bundle, status: Int = 200, headers: StubHeaders = [:]
  ) -> StubResponse { file(.fixture(Fixture(name, in: bundle)), status: status, headers: headers) }

  private static func file(
    _ origin: FileOrigin, status: Int, headers: StubHeaders
  ) -> StubResponse { reply(.file(origin), as: origin.mediaType, status: status, headers: headers) }

  /// Fails with a `URLError` of this code and a readable description.
  public static func failure(_ code: URLError.Code) -> StubResponse {
    StubResponse(.failure(URLError.described(code)))
  }

  /// Fails with this error.
  public static func failure(_ error: any Error & Sendable) -> StubResponse {
    StubResponse(.failure(error))
  }

  static func broken(_ reason: String) -> StubResponse {
    .failure(URLError.brokenResponse(.badServerResponse, reason))
  }

  /// Never answers: the request ends when it times out or is cancelled.
  public static let hang = StubResponse(.hang)

  /// Sends the request to the network, as if there were no stub.
  ///
  /// The answer comes as the network gives it. To delay or change it, answer with a closure that
  /// returns `try await request.perform()`, delayed or changed. Only the modifier `flaky` works.
  public static let passThrough = StubResponse(.passThrough)

  static var changedPassThrough: StubResponse {
    .broken(
      "The stub's response is .passThrough, which can be neither changed nor delayed. Let a closure "
        + "answer: { request in try await request.perform().delayed(by: .seconds(1)) }")
  }
}
