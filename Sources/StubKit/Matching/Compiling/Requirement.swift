/// What a criterion necessarily asks of a request, in terms that can be looked up in a table.
///
/// A request that lacks it cannot meet the criterion; one that has it may still fail it. A header
/// that is missing at a glance may still be added by the session.
enum Requirement: Sendable, Hashable {
  /// The whole URL, as written, without its fragment.
  case url(String)
  /// The host, lowercased and decoded.
  case host(String)
  /// The method is one of these.
  case method([String])
  /// The path, decoded and without trailing slashes.
  case path(String)
  /// The path fits this template.
  case template(PathTemplate)
  /// The path, decoded and without trailing slashes, starts with this.
  case pathPrefix(String)
  /// The query has an item of this name, and of this value if one is asked for, all decoded.
  case queryItem(name: String, value: QueryValue)
  /// There is a header field of this lowercased name, with this value if one is given.
  case header(name: String, value: String?)

  /// What is asked of a query item beside its name.
  enum QueryValue: Sendable, Hashable {
    /// Any value, or none.
    case any
    /// Exactly this value; nil means a name without an equals sign.
    case exactly(String?)
  }
}
