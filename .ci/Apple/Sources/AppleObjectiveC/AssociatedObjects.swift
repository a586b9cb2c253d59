/// What was attached to objects at run time.
///
/// No object here knows what is attached to it, so that the classes of the shims say when one of
/// them dies. What belongs to any other object goes when the next one takes its address.
public enum AssociatedObjects {
  private struct Attachments {
    weak var owner: AnyObject?
    var values: [UnsafeRawPointer: Any] = [:]
  }

  // Unchecked by Guarded: what is attached need not be Sendable, as in Objective-C.
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

/// How an object holds what is attached to it.
public enum objc_AssociationPolicy: UInt, Sendable {  // swift-format-ignore: TypeNamesShouldBeCapitalized
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// It is not held.
  case OBJC_ASSOCIATION_ASSIGN = 0
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// It is held.
  case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// It is held, under a lock.
  case OBJC_ASSOCIATION_RETAIN = 0x301
}

/// Attaches a value to an object, or takes it off again.
public func objc_setAssociatedObject(
  _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
  precondition(policy != .OBJC_ASSOCIATION_ASSIGN, "Nothing here attaches without holding.")
  AssociatedObjects.set(value, forKey: key, of: object as AnyObject)
}

/// What is attached to an object.
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
  AssociatedObjects.value(forKey: key, of: object as AnyObject)
}
