/// Keeps secrets out of dumps, and out of what testing libraries print.
extension StubRequest: CustomReflectable {
  /// The request's line, its header fields with secrets hidden, and the size of its body.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "description": description, "headers": headers.description,
        "body": body?.count.bytes ?? "none",
      ], displayStyle: .struct)
  }
}

extension StubHeaders: CustomReflectable {
  /// The fields, with secrets hidden.
  public var customMirror: Mirror {
    Mirror(
      self, unlabeledChildren: Discretion.here.shown(self).map { "\($0.name): \($0.value)" },
      displayStyle: .collection)
  }
}

extension StubHeaders.Field: CustomStringConvertible, CustomReflectable {
  /// The field as it would stand in a message, with a secret hidden.
  public var description: String {
    var headers = StubHeaders()
    headers.append(value, for: name)
    return headers.description
  }

  /// The name and the value, as a description shows them.
  public var customMirror: Mirror { Mirror(describing: self) }
}

extension StubRequest.Part: CustomReflectable {
  /// The part as it describes itself.
  public var customMirror: Mirror { Mirror(describing: self) }
}

extension StubRequest.GraphQL: CustomReflectable {
  /// The operation as it describes itself.
  public var customMirror: Mirror { Mirror(describing: self) }
}

extension StubRequest.Form: CustomReflectable {
  /// The fields as they describe themselves.
  public var customMirror: Mirror { Mirror(describing: self) }
}

extension StubRequest.Multipart: CustomReflectable {
  /// The parts as they describe themselves.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: map(\.description), displayStyle: .collection)
  }
}

extension Mirror {
  init(describing value: some CustomStringConvertible) {
    self.init(value, children: ["description": value.description], displayStyle: .struct)
  }
}
