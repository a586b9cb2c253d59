package import Foundation

/// The fields of a form, in the shape in which they are compared.
package struct FormFields: BodyForm {
  package let items: [URLQueryItem]
  /// The fields, with equal ones counted together.
  package let grouped: [QueryItem]

  package init(of body: ParsedBody) {
    self.init(body.form(FormItems.self).items)
  }

  init(_ data: Data) {
    self.init(FormItems(data).items)
  }

  /// Whether the form has an item at least as often as given.
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
