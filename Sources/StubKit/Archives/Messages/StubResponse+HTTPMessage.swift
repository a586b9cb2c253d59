public import Foundation

extension StubResponse {
  /// Answers with a response that `curl -is` saved: status line, header fields and body.
  ///
  /// ```swift
  /// stub(condition: isPath("/users"), response: .httpMessage(file: url))
  /// ```
  /// Of the responses that `curl -isL` saves, the last one is used. Chunks are joined and gzip or
  /// deflate is decoded, whether or not `curl` has done so already, so that the client sees what
  /// the client of a server would; `Content-Length` is the length of the resulting body. A body in
  /// `br` or `zstd` stays as it is.
  ///
  /// The file is read when this is called. If it cannot be read, the response fails and says why.
  public static func httpMessage(file: URL) -> StubResponse {
    httpMessage(in: { () throws(URLError) in file })
  }

  /// Answers with a response that `curl -is` saved among a bundle's resources.
  ///
  /// ```swift
  /// stub(condition: isPath("/users"), response: .httpMessage("users.http", in: .module))
  /// ```
  /// It is `.httpMessage(file:)` for a file that is looked up as that of `.fixture` is: among the
  /// resources, and in their folder `Fixtures`.
  public static func httpMessage(_ name: String, in bundle: Bundle) -> StubResponse {
    httpMessage(in: { () throws(URLError) in try Fixture(name, in: bundle).locate() })
  }

  /// Answers with a response in the form that `curl -is` saves it in.
  ///
  /// If the bytes cannot be read, the response fails and says where and why.
  public static func httpMessage(data: Data) -> StubResponse {
    do {
      return httpMessage(try HTTPMessage(parsing: data))
    } catch {
      return unreadable(error)
    }
  }

  private static func httpMessage(in locate: () throws(URLError) -> URL) -> StubResponse {
    do {
      let file = try locate()
      do {
        return httpMessage(try HTTPMessage(parsing: try FileOrigin.url(file).read()))
      } catch let error as ArchiveError {
        return unreadable(error.inFile(file))
      }
    } catch {
      return .failure(((error as? URLError) ?? URLError(.fileDoesNotExist)).asBrokenResponse)
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
    .failure(
      URLError.brokenResponse(.cannotParseResponse, "The HTTP message cannot be read: \(error)"))
  }
}
