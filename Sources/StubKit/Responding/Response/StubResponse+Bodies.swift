public import Foundation

extension StubResponse {
  /// Answers with these bytes.
  public static func data(
    _ data: Data, status: Int = 200, headers: StubHeaders = [:]
  ) -> StubResponse {
    StubResponse(.reply(ReplyDraft(status: status, headers: headers, body: .given(.data(data)))))
  }

  /// Answers with plain text in UTF-8.
  public static func text(
    _ text: String, status: Int = 200, headers: StubHeaders = [:]
  ) -> StubResponse {
    StubResponse(
      .reply(
        ReplyDraft(
          status: status, headers: headers, contentType: "text/plain; charset=utf-8",
          body: .given(.data(Data(text.utf8))))))
  }

  /// Answers with an HTML page in UTF-8.
  public static func html(
    _ html: String, status: Int = 200, headers: StubHeaders = [:]
  ) -> StubResponse {
    StubResponse(
      .reply(
        ReplyDraft(
          status: status, headers: headers, contentType: "text/html; charset=utf-8",
          body: .given(.data(Data(html.utf8))))))
  }

  /// Answers with a status and no body.
  public static func status(_ status: Int, headers: StubHeaders = [:]) -> StubResponse {
    StubResponse(
      .reply(ReplyDraft(status: status, ownsStatus: true, headers: headers, body: .none)))
  }

  /// Sends the client to another address.
  ///
  /// The status should be 301, 302, 303, 307 or 308; they differ in what happens to the method.
  public static func redirect(
    to url: URL, status: Int = 302, headers: StubHeaders = [:]
  ) -> StubResponse {
    StubResponse(
      .reply(ReplyDraft(status: status, ownsStatus: true, headers: headers, body: .none))
    )
    .with(header: "Location", value: url.absoluteString)
  }
}
