package import Foundation

package struct FormItems: BodyForm {
  /// Decoded as servers do it: a malformed escape stays as it is, and so does a whole name or value
  /// that is not UTF-8.
  package let items: [URLQueryItem]

  package init(of body: ParsedBody) { self.init(body.data) }

  init(_ data: Data) {
    items = Array(data).withUnsafeBufferPointer { bytes in
      // An empty piece, between two separators or behind the last one, is no field.
      QueryPairs(bytes).filter { !$0.rawName.isEmpty || $0.rawValue != nil }.map { pair in
        func decoded(_ bytes: Bytes) -> String {
          PercentDecoding.string(from: bytes, ofForm: true) ?? bytes.text
        }
        return URLQueryItem(name: decoded(pair.rawName), value: pair.rawValue.map(decoded))
      }
    }
  }

  package static func isForm(_ contentType: String) -> Bool {
    HeaderParameters(contentType).value == "application/x-www-form-urlencoded"
  }
}

extension URLQueryItem {
  var text: String { value.map { "\(name)=\($0)" } ?? name }
}
