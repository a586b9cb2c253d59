/// Requirements written one behind the other as bytes, to be compared with a request in place.
///
/// Each is an operation and its texts, each text behind its length. There is nothing to follow and
/// nothing to retain, which is most of what asking an array of criteria costs. It is for requests
/// whose URL holds no escapes, so that its bytes are what they mean.
struct ByteProgram: Sendable {
  /// What is compared.
  enum Operation: UInt8 {
    case url
    case host
    case method
    case path
    case prefix
    /// The number of texts and the texts themselves, between each two of which is a parameter.
    case template
    case queryName
    case queryFlag
    /// Two texts: name and value.
    case queryItem
    case headerName
    /// Two texts: lowercased name and value.
    case headerValue
  }

  private(set) var bytes: [UInt8] = []

  var isEmpty: Bool { bytes.isEmpty }

  /// Adds requirements; false, and nothing is added, if one cannot be written in this way.
  mutating func append(_ requirements: [Requirement]) -> Bool {
    let count = bytes.count
    for requirement in requirements where !append(requirement) {
      bytes.removeSubrange(count...)
      return false
    }
    return true
  }

  private mutating func append(_ requirement: Requirement) -> Bool {
    switch requirement {
    case .url(let text): return append(.url, text)
    case .host(let text): return append(.host, text)
    case .method(let methods): return methods.count == 1 && append(.method, methods[0])
    case .path(let text): return append(.path, text)
    case .pathPrefix(let text): return append(.prefix, text)
    case .template(let template): return append(template)
    case .queryItem(let name, .any): return append(.queryName, name)
    case .queryItem(let name, .exactly(nil)): return append(.queryFlag, name)
    case .queryItem(let name, .exactly(let value?)): return append(.queryItem, name, value)
    case .header(let name, nil): return append(.headerName, name)
    case .header(let name, let value?): return append(.headerValue, name, value)
    }
  }

  private mutating func append(
    _ operation: Operation, _ text: String, _ second: String? = nil
  ) -> Bool {
    guard max(text.utf8.count, second?.utf8.count ?? 0) <= UInt16.max else { return false }
    if bytes.isEmpty { bytes.reserveCapacity(64) }
    bytes.append(operation.rawValue)
    append(text)
    if let second { append(second) }
    return true
  }

  private mutating func append(_ template: PathTemplate) -> Bool {
    var literals = [template.segments.isEmpty ? "/" : ""]
    for segment in template.segments {
      literals[literals.count - 1] += "/"
      switch segment {
      case .literal(let text): literals[literals.count - 1] += text
      case .parameter: literals.append("")
      }
    }
    guard literals.count <= UInt8.max, literals.allSatisfy({ $0.utf8.count <= UInt16.max }) else {
      return false
    }
    bytes += [Operation.template.rawValue, UInt8(literals.count)]
    for literal in literals { append(literal) }
    return true
  }

  private mutating func append(_ text: String) {
    bytes.append(UInt8(truncatingIfNeeded: text.utf8.count))
    bytes.append(UInt8(truncatingIfNeeded: text.utf8.count >> 8))
    text.withBytes { bytes += $0 }
  }
}
