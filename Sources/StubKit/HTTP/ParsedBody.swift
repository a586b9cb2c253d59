package import Foundation

/// A request's body with what was read from it: each form once, however many stubs ask for it.
package final class ParsedBody: Sendable {
  /// The bytes; empty also for a request without a body.
  package let data: Data

  /// What has been read; there are so few forms that looking through them is fastest.
  private let forms = Locked<[any Sendable]>([])

  package init(_ data: Data) {
    self.data = data
  }

  /// The body in a form, which is read if nobody has asked for it before.
  package func form<Form: BodyForm>(_ type: Form.Type = Form.self) -> Form {
    form(where: { _ in true }, orMake: { Form(of: self) })
  }

  /// The same for a form that can be read in several ways.
  func form<Form: Sendable>(where isMeant: (Form) -> Bool, orMake make: () -> Form) -> Form {
    if let form = existing(where: isMeant) { return form }
    // Read outside of the lock; of two that do so at a time the first one is found later.
    let form = make()
    forms.withLock { $0.append(form) }
    return form
  }

  /// The body in a form, if it has been read.
  func existing<Form: BodyForm>(_ type: Form.Type) -> Form? { existing { _ in true } }

  /// One of several ways to read it, if it has been read so.
  func existing<Form: Sendable>(where isMeant: (Form) -> Bool) -> Form? {
    forms.withLock { forms in
      for case let form as Form in forms where isMeant(form) { return form }
      return nil
    }
  }
}

/// What criteria read from a body, such as JSON or the fields of a form.
package protocol BodyForm: Sendable {
  /// Reads the body, which may be in another form.
  init(of body: ParsedBody)
}

/// A body as JSON, or why it is not.
package struct JSONForm: BodyForm {
  let result: Result<StubJSON, any Error>

  package init(of body: ParsedBody) {
    result = Result { try StubJSON(parsing: body.data) }
  }

  /// The JSON; nil if the body is none.
  package var json: StubJSON? { try? result.get() }
}
