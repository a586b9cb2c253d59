import Foundation

/// The fields of a form body, in order.
package struct FormItems: BodyForm {
  /// The fields, with `%` and `+` decoded; parts that cannot be decoded stay as they are.
  let items: [URLQueryItem]

  package init(of body: ParsedBody) {
    self.init(body.data)
  }

  init(_ data: Data) {
    items = Array(data).withUnsafeBufferPointer { bytes in
      QueryPairs(bytes).map { pair in
        func decoded(_ bytes: ScannedURL.Bytes) -> String {
          PercentDecoding.string(from: bytes, plusIsSpace: true) ?? bytes.text
        }
        return URLQueryItem(name: decoded(pair.rawName), value: pair.rawValue.map(decoded))
      }
    }
  }

  /// Whether a content type is `application/x-www-form-urlencoded`.
  package static func isForm(_ contentType: String) -> Bool {
    HeaderParameters(contentType).value == "application/x-www-form-urlencoded"
  }
}

extension URLQueryItem {
  /// The item as in a query, but without encoding.
  var text: String { value.map { "\(name)=\($0)" } ?? name }
}
