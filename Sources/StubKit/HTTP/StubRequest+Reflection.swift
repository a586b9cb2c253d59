/// A value whose dump is its description, which hides secrets.
package protocol DescribedValue: CustomStringConvertible, CustomReflectable {}

extension DescribedValue {
  /// The value as it describes itself.
  public var customMirror: Mirror {
    Mirror(self, children: ["description": description], displayStyle: .struct)
  }
}

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

extension StubHeaders.Field: DescribedValue {
  /// The field as it would stand in a message, with a secret hidden.
  public var description: String { StubHeaders([self]).description }
}

extension StubRequest.Multipart: CustomReflectable {
  /// The parts as they describe themselves.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: map(\.description), displayStyle: .collection)
  }
}
