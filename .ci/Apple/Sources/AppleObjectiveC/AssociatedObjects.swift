/// What was attached to objects at run time.
///
/// No object here knows what is attached to it, so that the classes of the shims say when one of
/// them dies. What belongs to any other object goes when the next one takes its address.
public enum AssociatedObjects {
  private struct Attachments {
    weak var owner: AnyObject?
    var values: [UnsafeRawPointer: Any] = [:]
  }

  // What is attached need not be Sendable, as in Objective-C.
  private static let table = Guarded<[ObjectIdentifier: Attachments]>([:])

  static func set(_ value: Any?, forKey key: UnsafeRawPointer, of owner: AnyObject) {
    // What was attached before is let go after the lock: its end may attach something itself.
    let old: Attachments? = table.withLock { table in
      let id = ObjectIdentifier(owner)
      let old = table[id]
      var attachments = old ?? Attachments(owner: owner)
      if attachments.owner !== owner { attachments = Attachments(owner: owner) }
      attachments.values[key] = value
      table[id] = attachments.values.isEmpty ? nil : attachments
      return old
    }
    withExtendedLifetime(old) {}
  }

  static func value(forKey key: UnsafeRawPointer, of owner: AnyObject) -> Any? {
    table.withLock { table in
      guard let attachments = table[ObjectIdentifier(owner)], attachments.owner === owner
      else { return nil }
      return attachments.values[key]
    }
  }

  /// Lets go of everything that is attached to an object, which is about to die.
  public static func drop(of owner: ObjectIdentifier) {
    let old = table.withLock { $0.removeValue(forKey: owner) }
    withExtendedLifetime(old) {}
  }

  /// How many objects have something attached.
  public static var count: Int { table.withLock { $0.count } }
}
