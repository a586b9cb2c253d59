import Foundation

/// The fields of a body that is a form.
struct FormFields: BodyForm {
  /// The fields in their order.
  let items: [URLQueryItem]
  /// The same, equal ones counted together.
  let grouped: [QueryItem]

  init(of body: ParsedBody) {
    self.init(body.data)
  }

  /// Reads fields, percent- and plus-decoded; what cannot be decoded stays as it is.
  init(_ data: Data) {
    items = Array(data).withUnsafeBufferPointer { bytes in
      QueryPairs(bytes).map { pair in
        func decoded(_ bytes: ScannedURL.Bytes) -> String {
          PercentDecoding.string(from: bytes, plusIsSpace: true) ?? bytes.text
        }
        return URLQueryItem(name: decoded(pair.rawName), value: pair.rawValue.map(decoded))
      }
    }
    grouped = QueryItem.grouping(items)
  }
}
