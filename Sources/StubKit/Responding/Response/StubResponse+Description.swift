import Foundation

extension StubResponse: CustomStringConvertible {
  /// What comes back, in a line: `200 application/json, 8 bytes`.
  public var description: String {
    switch kind {
    case .reply(let draft): draft.description.withVisibleControls
    case .failure(let error): "failure: \(error.localizedDescription.linesWithVisibleControls)"
    case .hang: "hang"
    case .passThrough: "pass through"
    case .sequence(let sequence):
      "sequence of [\(sequence.elements.map(\.description).joined(separator: "; "))]"
    }
  }
}

extension ReplyDraft: CustomStringConvertible {
  package var description: String {
    let type = head.headers["Content-Type"] ?? contentType
    let start = type.map { "\(head.status) \($0)" } ?? "\(head.status)"
    return switch body {
    case .none: start
    case .given(.data(let data)): "\(start), \(data.count) \(data.count == 1 ? "byte" : "bytes")"
    case .file(.url(let url)): "\(start), file \(url.path)"
    case .file(.fixture(let fixture)): "\(start), fixture \(fixture.name)"
    case .given(.stream): "\(start), stream"
    case .given(.source): "\(start), asynchronous stream"
    }
  }
}
