package import Foundation

/// A request's body, parsed once per form for all stubs that look at it.
package final class ParsedBody: Sendable {
  package let data: Data

  /// A body has so few forms that a linear search is fastest.
  private let forms = Locked<[any Sendable]>([])

  package init(_ data: Data) { self.data = data }

  package func form<Form: BodyForm>(_ type: Form.Type = Form.self) -> Form {
    form(where: { _ in true }, orMake: { Form(of: self) })
  }

  /// Returns a form that can be parsed in several ways, such as with different boundaries.
  func form<Form: Sendable>(where isMeant: (Form) -> Bool, orMake make: () -> Form) -> Form {
    if let form = existing(where: isMeant) { return form }
    // Parsed outside the lock; if two threads parse at once, later calls find the first result.
    let form = make()
    forms.withLock { $0.append(form) }
    return form
  }

  func existing<Form: BodyForm>(_ type: Form.Type) -> Form? { existing { _ in true } }

  func existing<Form: Sendable>(where isMeant: (Form) -> Bool) -> Form? {
    forms.withLock { forms in
      for case let form as Form in forms where isMeant(form) { return form }
      return nil
    }
  }
}

package protocol BodyForm: Sendable {
  /// Cannot fail: the type must also represent a body that is in another form.
  init(of body: ParsedBody)
}

package struct JSONForm: BodyForm {
  let result: Result<StubJSON, any Error>

  package init(of body: ParsedBody) { result = Result { try StubJSON(parsing: body.data) } }

  package var json: StubJSON? { try? result.get() }
}
