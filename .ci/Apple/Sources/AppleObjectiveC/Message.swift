public import ObjectiveCRuntime

/// A method without arguments, as the runtime calls it; a returned object is not retained.
public typealias NullaryMethod =
  @convention(c) (_ receiver: UnsafeMutableRawPointer, _ selector: SEL) -> UnsafeMutableRawPointer?

/// A message without arguments, sent through the tables so that exchanged methods take effect.
public struct Message: Sendable {
  // Selectors are never freed and never change.
  private nonisolated(unsafe) let selector: SEL

  /// The message of a name.
  public init(_ name: String) {
    selector = MethodTables.use { $0.selector(name) }
  }

  /// Sends the message to an object.
  public func send(to object: AnyObject) {
    let receiver = Unmanaged.passUnretained(object).toOpaque()
    withExtendedLifetime(object) {
      _ = call(receiver, on: MethodTables.use { $0.type(of: receiver) })
    }
  }

  /// Sends the message to an object as its class's superclass would receive it.
  public func sendToSuper(
    of type: AnyClass, _ receiver: UnsafeMutableRawPointer
  ) {
    let type = unsafeBitCast(type, to: Class.self)
    _ = call(receiver, on: MethodTables.use { $0.superclass(of: type) })
  }

  /// Sends the message to a class, and returns the object that it answers with.
  public func object<Object: AnyObject>(from type: AnyClass, as _: Object.Type) -> Object? {
    let receiver = unsafeBitCast(type, to: UnsafeMutableRawPointer.self)
    return AutoreleasePool.drain {
      call(receiver, on: MethodTables.use { $0.metaclass(of: Class(receiver)) }).flatMap {
        Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() as? Object
      }
    }
  }

  private func call(
    _ receiver: UnsafeMutableRawPointer, on type: Class?
  ) -> UnsafeMutableRawPointer? {
    let implementation = MethodTables.use { tables in
      tables.method(selector, of: type).map(tables.implementation)
    }
    guard let implementation else { fatalError("unrecognized selector") }
    return unsafeBitCast(implementation, to: NullaryMethod.self)(receiver, selector)
  }
}
