// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized
// The names are those of the C functions.

/// How an object holds what is attached to it.
public enum objc_AssociationPolicy: UInt, Sendable {
  /// It is not held.
  case OBJC_ASSOCIATION_ASSIGN = 0
  /// It is held.
  case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
  /// It is held, and may be asked for from any thread.
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
