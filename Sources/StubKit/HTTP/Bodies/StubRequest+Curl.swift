import Foundation

extension StubRequest {
  /// The request as a shell command, with secrets hidden.
  ///
  /// ```text
  /// curl -X POST -H 'Content-Type: application/json' --data-raw '{"id":1}' 'https://a.com/users'
  /// ```
  /// The command has the header fields that `debugDescription` shows. A body with control
  /// characters, such as line breaks, is piped from `printf`. A very long body, or one that is not
  /// text, is only named as a file, with its size: `--data-binary '@body-of-5120-bytes'`.
  public var curl: String {
    // Searching a long body for secrets would take too long.
    let limit = Discretion.largestBodyLookedAt
    let seen = body?.count ?? 0 > limit ? StubRequest(urlRequest, body: nil) : self
    return curl(showing: limit, as: Discretion.here.shown(seen))
  }

  /// Leaves out a body longer than `limit`; `shown` is the redacted request, nil without secrets.
  func curl(showing limit: Int, as shown: StubRequest?) -> String {
    let isLong = (body?.count ?? 0) > limit
    let shown = shown ?? self
    var words = ["curl"]
    let isEmpty = body?.isEmpty ?? true
    // curl refuses a body beside `--head`.
    if method == .head, isEmpty { words.append("--head") }
    if method != .get && method != .head || body != nil {
      words += ["-X", method.rawValue.shellWord]
    }
    let address = shown.url?.absoluteString ?? ""
    // `curl` would expand these characters to several addresses.
    if address.contains(where: { "[]{}".contains($0) }) { words.append("--globoff") }
    for field in shown.headers where field.matters {
      let text = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
      words += ["-H", text.shellWord]
    }
    var input = ""
    if let body, !isEmpty {
      // curl adds a `Content-Type` to every body, URLSession only to the body of a POST.
      if method != .post, !headers.contains("Content-Type") {
        words += ["-H", "Content-Type:".shellWord]
      }
      if !isLong, let data = shown.body, let text = String(data: data, encoding: .utf8) {
        if text.withVisibleControls == text {
          words += ["--data-raw", text.shellWord]
        } else {
          // The text may begin with a hyphen, and `printf` would take it for an option.
          input = "printf -- \(text.printfFormat) | "
          words += ["--data-binary", "@-"]
        }
      } else {
        words += ["--data-binary", "@body-of-\(body.count)-bytes".shellWord]
      }
    }
    return input + (words + [address.shellWord]).joined(separator: " ")
  }

  var hasMoreThanAddress: Bool { body?.isEmpty == false || headers.contains(where: \.matters) }
}

extension String {
  fileprivate var shellWord: String {
    let text = withVisibleControls
    let isPlain =
      !text.isEmpty && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }
    return isPlain ? text : "'\(text.replacingOccurrences(of: "'", with: #"'\''"#))'"
  }

  fileprivate var printfFormat: String {
    var format = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": format += #"\n"#
      case "\r": format += #"\r"#
      case "\t": format += #"\t"#
      case "\\": format += #"\\"#
      case "%": format += "%%"
      case _ where scalar.isControl:
        for byte in String(scalar).utf8 {
          format += "\\" + String(0o1000 + Int(byte), radix: 8).dropFirst()
        }
      default: format.unicodeScalars.append(scalar)
      }
    }
    return format.shellWord
  }
}
