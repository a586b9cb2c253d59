/// Removes an event handler of a registry.
///
/// The handler is called until then, or until its registry is reset; dropping the token changes
/// nothing.
public final class EventToken: Sendable {
  private let onCancel: @Sendable () -> Void

  init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  /// Removes the handler, which is not called any more.
  public func cancel() {
    onCancel()
  }
}
