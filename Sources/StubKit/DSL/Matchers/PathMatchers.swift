public import Foundation

/// Matches requests with this path: `isPath("/users")`.
///
/// Write the path percent-decoded, as in `URL.path`. Slashes at its end are ignored, but not a lone
/// one: the path of `https://example.com` is empty, and that of `https://example.com/` is `/`.
public func isPath(_ path: String) -> RequestMatcher { RequestMatcher(PathCriterion(path)) }

/// Matches requests whose path starts with this text.
///
/// ```swift
/// pathStartsWith("/api")    // /api, /api/users and /apix
/// pathStartsWith("/api/")   // /api, /api/ and /api/users, but not /apix
/// ```
/// A prefix that ends with a slash means a folder: the matcher accepts the folder itself and every
/// path within it. The request's path is percent-decoded first.
public func pathStartsWith(_ prefix: String) -> RequestMatcher {
  RequestMatcher(PathCriterion(prefix, as: .prefix))
}

/// Matches requests whose decoded path ends with this text, both without slashes at their ends.
///
/// ```swift
/// pathEndsWith("/avatar")   // /users/7/avatar and /users/7/avatar/
/// ```
public func pathEndsWith(_ suffix: String) -> RequestMatcher {
  RequestMatcher(PathCriterion(suffix, as: .suffix))
}

/// Matches requests for files with this extension: `isExtension("png")`.
///
/// Case matters; a leading dot does not.
public func isExtension(_ pathExtension: String) -> RequestMatcher {
  RequestMatcher(PathCriterion(pathExtension, as: .pathExtension))
}

/// Matches requests whose decoded path contains a match of the regular expression.
///
/// ```swift
/// pathMatches("^/users/[0-9]+$")
/// pathMatches("/IMAGES/", options: .caseInsensitive)
/// ```
/// A pattern that is not a valid regular expression is a mistake (see `RequestMatcher.mistake`).
public func pathMatches(
  _ pattern: String, options: NSRegularExpression.Options = []
) -> RequestMatcher { RequestMatcher(matching: pattern, options: options, in: .path) }

/// Matches requests whose decoded path contains a match of the regular expression.
public func pathMatches(_ expression: NSRegularExpression) -> RequestMatcher {
  RequestMatcher(TextCriterion(.path, .matches(TextPattern(expression))))
}

/// Matches requests whose decoded path contains a match of the regular expression.
///
/// ```swift
/// pathMatches(/^\/users\/\d+$/)
/// ```
/// Searches with one `Regex` run one at a time, and so do its transforms. Such a search cannot be
/// stopped, so it runs where closures do: on a thread of its own, once loading has started.
public func pathMatches<Output>(_ regex: Regex<Output>) -> RequestMatcher {
  RequestMatcher(TextCriterion(.path, .matches(TextPattern(regex))))
}

/// Matches requests whose path fits a template, and captures its parameters.
///
/// ```swift
/// stub(condition: isPathTemplate("/users/{id}/posts/{post}")) { request in
///   .json(["user": .string(request.pathParameters["id"] ?? "")])
/// }
/// ```
/// Each parameter stands for exactly one segment, which is not empty. A segment may hold an
/// encoded slash (`%2F`); the captured values are decoded.
///
/// A template that does not start with a slash, uses a name twice, or has a brace anywhere but
/// around a whole segment is a mistake (see `RequestMatcher.mistake`).
public func isPathTemplate(_ template: String) -> RequestMatcher {
  RequestMatcher(parsing: try PathCriterion(parsingTemplate: template))
}
