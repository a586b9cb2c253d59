public import Foundation

extension StubResponse {
  /// Answers with a response that `curl -is` saved: status line, header fields and body.
  ///
  /// ```swift
  /// stub(condition: isPath("/users"), response: .httpMessage(file: url))
  /// ```
  /// Of `curl -isL` it is the last response. Chunks are put together and gzip or deflate is undone,
  /// whether or not `curl` did so already, so that the client sees what a server's client would;
  /// `Content-Length` is that of the body there is. A body in `br` or `zstd` stays as it is.
  ///
  /// The file is read at the call. One that cannot be read makes a response that fails and says why.
  public static func httpMessage(file: URL) -> StubResponse {
    do {
      return httpMessage(try HTTPMessage(parsing: try FileOrigin.url(file).read()))
    } catch let error as ArchiveError {
      return unreadable(error.inFile(file))
    } catch {
      return .failure((error as? URLError) ?? URLError(.fileDoesNotExist))
    }
  }

  /// Answers with a response in the form that `curl -is` saves it in.
  ///
  /// Bytes that cannot be read make a response that fails and says where and why.
  public static func httpMessage(data: Data) -> StubResponse {
    do {
      return httpMessage(try HTTPMessage(parsing: data))
    } catch {
      return unreadable(error)
    }
  }

  private static func httpMessage(_ message: HTTPMessage) -> StubResponse {
    StubResponse(
      .reply(
        ReplyDraft(
          status: message.status, ownsStatus: true, headers: message.headers,
          body: .given(.data(message.body)))))
  }

  private static func unreadable(_ error: ArchiveError) -> StubResponse {
    .failure(URLError(.cannotParseResponse, "The HTTP message cannot be read: \(error)"))
  }
}
