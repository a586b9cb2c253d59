import Foundation

extension StubRequest {
  /// The request as a line for a shell, without secrets.
  ///
  /// ```text
  /// curl -X POST -H 'Content-Type: application/json' --data-raw '{"user":"ada"}' 'https://api.example.com/login'
  /// ```
  /// It has the fields that matter, as a description has them. A body with line breaks comes by way of
  /// `printf`. One that is not text, or is very long, is a file that the line only names, with the number
  /// of its bytes: `--data-binary '@body-of-5120-bytes'`.
  public var curl: String {
    // To search a long body for secrets may take a second.
    let limit = Discretion.largestBodyLookedAt
    let seen = body?.count ?? 0 > limit ? StubRequest(urlRequest, body: nil) : self
    return curl(showing: limit, as: Discretion.here.shown(seen))
  }

  /// The same, with no more of a body than so many bytes.
  ///
  /// - Parameter shown: What may be shown of the request; nil if that is all of it.
  func curl(showing limit: Int, as shown: StubRequest?) -> String {
    let isLong = (body?.count ?? 0) > limit
    let shown = shown ?? self
    var words = ["curl"]
    if method == .head { words.append("--head") }
    if method != .get && method != .head || body != nil {
      words += ["-X", method.rawValue.shellWord]
    }
    let address = shown.url?.absoluteString ?? ""
    // Such signs would stand for several addresses.
    if address.contains(where: { "[]{}".contains($0) }) { words.append("--globoff") }
    for field in shown.headers where field.matters {
      let text = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
      words += ["-H", text.shellWord]
    }
    var input = ""
    if let body, !body.isEmpty {
      // For a POST curl says what URLSession would say.
      if method != .post, !headers.contains("Content-Type") {
        words += ["-H", "Content-Type:".shellWord]
      }
      if !isLong, let data = shown.body, let text = String(data: data, encoding: .utf8) {
        if text.withVisibleControls == text {
          words += ["--data-raw", text.shellWord]
        } else {
          input = "printf \(text.printfFormat) | "
          words += ["--data-binary", "@-"]
        }
      } else {
        words += ["--data-binary", "@body-of-\(body.count)-bytes".shellWord]
      }
    }
    return input + (words + [address.shellWord]).joined(separator: " ")
  }

  /// Whether the line says more than the method and the address.
  var hasMoreThanAddress: Bool {
    body?.isEmpty == false || headers.contains(where: \.matters)
  }
}

extension String {
  /// The text as one word of a POSIX shell.
  fileprivate var shellWord: String {
    let text = withVisibleControls
    let isPlain =
      !text.isEmpty && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }
    return isPlain ? text : "'\(text.replacingOccurrences(of: "'", with: #"'\''"#))'"
  }

  /// The format by which `printf` prints the text, as a word of a POSIX shell.
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
