public import Foundation
public import StubKit

extension StubResponse {
  /// Answers with a response that `curl -is` saved: status line, header fields and body.
  ///
  /// ```swift
  /// stub(condition: isPath("/users"), response: .httpMessage(file: url))
  /// ```
  /// If `curl -isL` saved several responses, the last one is used. Chunks are joined, and gzip or
  /// deflate is decoded if `curl` has not done so: the client gets the body that it would get from
  /// a real server, with the length of that body as `Content-Length`. If the message has no body,
  /// answers to `HEAD` have the saved `Content-Length`. A body in `br` or `zstd` stays as it is.
  ///
  /// This method reads the file. If that fails, the request fails with an error that says why.
  public static func httpMessage(file: URL) -> StubResponse {
    httpMessage(in: { () throws(URLError) in file })
  }

  /// Answers with a response that `curl -is` saved, from a file among a bundle's resources.
  ///
  /// ```swift
  /// stub(condition: isPath("/users"), response: .httpMessage("users.http", in: .module))
  /// ```
  /// Like `.fixture`, the method looks for the file among the resources and in their folder
  /// `Fixtures`; it then reads the file as `.httpMessage(file:)` does.
  public static func httpMessage(_ name: String, in bundle: Bundle) -> StubResponse {
    httpMessage(in: { () throws(URLError) in try Fixture(name, in: bundle).locate() })
  }

  /// Answers with a response in the format of `curl -is`.
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
    guard !message.body.isEmpty else {
      return StubResponse(recordedWith: message.status, headers: message.headers, body: nil)
    }
    // `with(status:)` keeps the status even in a sequence that has a status of its own.
    return StubResponse.data(message.body, status: message.status, headers: message.headers)
      .with(status: message.status)
  }

  private static func unreadable(_ error: ArchiveError) -> StubResponse {
    .failure(
      URLError.brokenResponse(.cannotParseResponse, "The HTTP message cannot be read: \(error)"))
  }
}
