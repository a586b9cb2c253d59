import Glibc
import ObjectiveCRuntime

/// Who implements what: the classes that the emulated runtime knows, and their methods.
///
/// A class is the one that Swift has, so that its superclass is known and the class of an object
/// stands in its first word. Only a method that is declared here can be exchanged.
public struct MethodTables {
  private struct Slot: Hashable {
    let type: Class
    let selector: SEL
  }

  private struct MethodRecord {
    let selector: SEL
    var implementation: IMP
  }

  private var types: [String: Class] = [:]
  private var names: [Class: UnsafeMutablePointer<CChar>] = [:]
  private var metaclasses: [Class: Class] = [:]
  /// The class of each metaclass.
  private var instances: [Class: Class] = [:]
  private var methods: [Slot: Method] = [:]
  private var selectors: [String: SEL] = [:]

  private static let shared = Guarded(MethodTables())
  private static let declareClasses: Void = objective_c_declare_classes()

  /// Looks something up, or changes it, once the program's classes are declared.
  static func use<Result>(_ body: (inout MethodTables) -> Result) -> Result {
    _ = declareClasses
    return shared.withLock(body)
  }

  /// Declares a class with the methods that it implements itself.
  public static func declare(
    _ type: AnyClass, named name: String, methods: [String: NullaryMethod] = [:],
    classMethods: [String: NullaryMethod] = [:]
  ) {
    shared.withLock { tables in
      let type = unsafeBitCast(type, to: Class.self)
      let metaclass = Class(UnsafeMutablePointer<UInt>.allocate(capacity: 1))
      tables.types[name] = type
      tables.names[type] = strdup(name)
      tables.metaclasses[type] = metaclass
      tables.instances[metaclass] = type
      for (name, method) in methods { tables.add(method, named: name, to: type) }
      for (name, method) in classMethods { tables.add(method, named: name, to: metaclass) }
    }
  }

  private mutating func add(_ method: NullaryMethod, named name: String, to type: Class) {
    let selector = selector(name)
    let record = UnsafeMutablePointer<MethodRecord>.allocate(capacity: 1)
    record.initialize(
      to: MethodRecord(
        selector: selector, implementation: unsafeBitCast(method, to: IMP.self)))
    methods[Slot(type: type, selector: selector)] = Method(record)
  }
}

/// What the runtime's functions ask.
extension MethodTables {
  /// The one selector of a name.
  mutating func selector(_ name: String) -> SEL {
    if let selector = selectors[name] { return selector }
    guard let copy = strdup(name) else { fatalError("There is no memory.") }
    let selector = SEL(copy)
    selectors[name] = selector
    return selector
  }

  func type(named name: String) -> Class? { types[name] }

  func name(of type: Class) -> UnsafeMutablePointer<CChar>? {
    names[type] ?? instances[type].flatMap { names[$0] }
  }

  /// The class of an object, or the metaclass of a class.
  func type(of object: UnsafeMutableRawPointer) -> Class {
    metaclasses[Class(object)] ?? object.load(as: Class.self)
  }

  func superclass(of type: Class) -> Class? {
    guard let instance = instances[type] else { return Self.superclassInSwift(of: type) }
    return metaclass(of: Self.superclassInSwift(of: instance))
  }

  /// The metaclass of a class, or of the next superclass that is declared.
  func metaclass(of type: Class?) -> Class? {
    var type = type
    while let candidate = type {
      if let metaclass = metaclasses[candidate] { return metaclass }
      type = Self.superclassInSwift(of: candidate)
    }
    return nil
  }

  /// The method that answers a selector, a class's own or that of a superclass.
  func method(_ selector: SEL, of type: Class?) -> Method? {
    var type = type
    while let candidate = type {
      if let method = methods[Slot(type: candidate, selector: selector)] { return method }
      type = superclass(of: candidate)
    }
    return nil
  }

  func implementation(of method: Method) -> IMP {
    UnsafeMutablePointer<MethodRecord>(method).pointee.implementation
  }

  /// Sets a method's implementation and returns the one before.
  func setImplementation(_ implementation: @escaping IMP, of method: Method) -> IMP {
    let record = UnsafeMutablePointer<MethodRecord>(method)
    defer { record.pointee.implementation = implementation }
    return record.pointee.implementation
  }

  private static func superclassInSwift(of type: Class) -> Class? {
    _getSuperclass(unsafeBitCast(type, to: AnyClass.self)).map {
      unsafeBitCast($0, to: Class.self)
    }
  }
}
