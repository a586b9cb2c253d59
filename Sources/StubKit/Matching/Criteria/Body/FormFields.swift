package import Foundation

/// The fields of a body that is a form, as they are compared.
package struct FormFields: BodyForm {
  /// The fields in their order.
  package let items: [URLQueryItem]
  /// The same, equal ones counted together.
  package let grouped: [QueryItem]

  package init(of body: ParsedBody) {
    self.init(body.form(FormItems.self).items)
  }

  init(_ data: Data) {
    self.init(FormItems(data).items)
  }

  /// Whether an item is there, at least as often as it says.
  func has(_ item: QueryItem) -> Bool {
    grouped.contains {
      $0.count >= item.count && $0.name == item.name && $0.value == item.value
    }
  }

  private init(_ items: [URLQueryItem]) {
    self.items = items
    grouped = QueryItem.grouping(items)
  }
}
