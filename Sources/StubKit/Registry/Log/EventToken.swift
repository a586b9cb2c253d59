/// Keeps an event handler until it is cancelled or its registry is reset.
///
/// Dropping the token does not end the handler.
public final class EventToken: Sendable {
  private let onCancel: @Sendable () -> Void

  init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  /// Takes the handler out; it hears nothing more.
  public func cancel() {
    onCancel()
  }
}
