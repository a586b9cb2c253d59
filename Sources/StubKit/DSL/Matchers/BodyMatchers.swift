public import Foundation

/// Matches requests whose body is exactly these bytes; a missing body counts as empty.
public func hasBody(_ data: Data) -> RequestMatcher { RequestMatcher(BodyCriterion(data: data)) }

/// Matches requests whose body is exactly this text, in UTF-8; a missing body counts as empty.
public func hasBody(_ text: String) -> RequestMatcher {
  RequestMatcher(BodyCriterion(data: Data(text.utf8)))
}

/// Matches requests whose body contains this text, in UTF-8.
public func bodyContains(_ text: String) -> RequestMatcher {
  RequestMatcher(BodyCriterion(containing: text))
}

/// Matches requests whose body, read as UTF-8, contains a match of the regular expression.
///
/// ```swift
/// bodyMatches("<order id=\"[0-9]+\">")
/// bodyMatches("^total: ", options: [.anchorsMatchLines, .caseInsensitive])
/// ```
public func bodyMatches(
  _ pattern: String, options: NSRegularExpression.Options = []
) -> RequestMatcher { RequestMatcher(matching: pattern, options: options, in: .body) }

/// Matches requests whose body, read as UTF-8, contains a match of the regular expression.
public func bodyMatches(_ expression: NSRegularExpression) -> RequestMatcher {
  RequestMatcher(TextCriterion(.body, .matches(TextPattern(expression))))
}

/// Matches requests whose body, read as UTF-8, contains a match of the regular expression.
public func bodyMatches<Output>(_ regex: Regex<Output>) -> RequestMatcher {
  RequestMatcher(TextCriterion(.body, .matches(TextPattern(regex))))
}

/// Matches requests whose body has a part with these properties, such as an uploaded file.
///
/// ```swift
/// hasMultipartPart(named: "photo", fileName: "cat.png", contentType: "image/png")
/// hasMultipartPart(named: "title", body: "A cat")
/// ```
/// Arguments that are nil are not compared; one part must have all the others. The part's type is
/// compared without its parameters, unless `contentType` has some.
public func hasMultipartPart(
  named name: String? = nil, fileName: String? = nil, contentType: String? = nil,
  body: Data? = nil
) -> RequestMatcher {
  RequestMatcher(
    PartCriterion(name: name, fileName: fileName, contentType: contentType, body: body))
}

/// Matches requests whose body has a part with these properties and exactly this text.
public func hasMultipartPart(
  named name: String? = nil, fileName: String? = nil, contentType: String? = nil, body: String
) -> RequestMatcher {
  RequestMatcher(
    PartCriterion(name: name, fileName: fileName, contentType: contentType, body: Data(body.utf8)))
}
