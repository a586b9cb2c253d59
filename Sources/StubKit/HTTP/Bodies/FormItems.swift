import Foundation

/// The fields of a body that is a form, in their order.
package struct FormItems: BodyForm {
  /// The fields, percent- and plus-decoded; what cannot be decoded stays as it is.
  let items: [URLQueryItem]

  package init(of body: ParsedBody) {
    self.init(body.data)
  }

  /// Reads fields, which may be none.
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

  /// Whether a content type is that of a form.
  package static func isForm(_ contentType: String) -> Bool {
    HeaderParameters(contentType).value == "application/x-www-form-urlencoded"
  }
}

extension URLQueryItem {
  /// The item as it reads in a query, not encoded.
  var text: String { value.map { "\(name)=\($0)" } ?? name }
}
