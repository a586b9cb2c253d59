public import StubKit

extension Redaction {
  /// Redacts header fields of requests and responses.
  public static func headers(_ names: String...) -> Redaction {
    Redaction(hiding: names, in: .header)
  }

  /// Redacts fields of forms, and query items in addresses, even addresses in headers and bodies.
  public static func queryItems(_ names: String...) -> Redaction {
    Redaction(hiding: names, in: .pair)
  }

  /// Redacts members of JSON objects, at any depth, fields of forms, and query items.
  public static func fields(_ names: String...) -> Redaction {
    Redaction(hiding: names, in: .field)
  }

  /// Redacts cookies by name, even where the header that holds them is kept.
  public static func cookies(_ names: String...) -> Redaction {
    Redaction(hiding: names, in: .cookie)
  }
}

extension Redaction {
  /// Keeps header fields that would otherwise be redacted, such as the cookies that a replay needs.
  public static func keeping(headers names: String...) -> Redaction {
    Redaction(keeping: names, in: .header)
  }

  /// Keeps query items, and fields of forms, that would otherwise be redacted.
  public static func keeping(queryItems names: String...) -> Redaction {
    Redaction(keeping: names, in: .pair)
  }

  /// Keeps members of JSON objects, fields of forms and query items that would be redacted.
  public static func keeping(fields names: String...) -> Redaction {
    Redaction(keeping: names, in: .field)
  }

  /// Keeps cookies that would otherwise be redacted.
  public static func keeping(cookies names: String...) -> Redaction {
    Redaction(keeping: names, in: .cookie)
  }

  /// Keeps only the values at these paths, where a name alone would keep too much.
  ///
  /// ```swift
  /// .keeping(paths: "paging.token", "/reset/*")
  /// ```
  /// A path with dots joins the names of JSON members and ends with the name of the value; lists
  /// between them do not count. A path that begins with a slash is the path of an address, in which
  /// `*` stands for any segment.
  public static func keeping(paths: String...) -> Redaction {
    var redaction: Redaction = []
    redaction.keptPaths = Set(
      paths.map { path in
        let parts = path.lowercased().split(
          separator: path.first == "/" ? "/" : ".", omittingEmptySubsequences: false)
        return parts.map(String.init)
      })
    return redaction
  }

  /// Keeps these values wherever they stand, such as the token of a sandbox.
  public static func keeping(values: String...) -> Redaction {
    var redaction: Redaction = []
    redaction.keptValues = Set(values.map { Array($0.utf8) })
    return redaction
  }
}
