import ObjectiveCRuntime

// What the functions of <objc/runtime.h> do; runtime.c gives them their names, which Swift may not.

@_cdecl("emulated_sel_registerName")
func registerSelector(_ name: UnsafePointer<CChar>) -> SEL {
  MethodTables.use { $0.selector(String(cString: name)) }
}

@_cdecl("emulated_sel_getName")
func nameOfSelector(_ selector: SEL) -> UnsafePointer<CChar> {
  UnsafePointer(selector)
}

@_cdecl("emulated_objc_getClass")
func classNamed(_ name: UnsafePointer<CChar>) -> Class? {
  MethodTables.use { $0.type(named: String(cString: name)) }
}

@_cdecl("emulated_object_getClass")
func classOfObject(_ object: UnsafeMutableRawPointer?) -> Class? {
  object.map { object in MethodTables.use { $0.type(of: object) } }
}

@_cdecl("emulated_class_getSuperclass")
func superclassOfClass(_ type: Class?) -> Class? {
  type.flatMap { type in MethodTables.use { $0.superclass(of: type) } }
}

@_cdecl("emulated_class_getName")
func nameOfClass(_ type: Class?) -> UnsafePointer<CChar>? {
  type.flatMap { type in MethodTables.use { $0.name(of: type) } }.map { UnsafePointer($0) }
}

@_cdecl("emulated_class_getInstanceMethod")
func instanceMethodOfClass(_ type: Class?, _ selector: SEL) -> Method? {
  MethodTables.use { $0.method(selector, of: type) }
}

@_cdecl("emulated_class_getClassMethod")
func classMethodOfClass(_ type: Class?, _ selector: SEL) -> Method? {
  MethodTables.use { $0.method(selector, of: $0.metaclass(of: type)) }
}

@_cdecl("emulated_class_respondsToSelector")
func classResponds(_ type: Class?, _ selector: SEL) -> CBool {
  instanceMethodOfClass(type, selector) != nil
}

@_cdecl("emulated_class_getMethodImplementation")
func methodImplementationOfClass(_ type: Class?, _ selector: SEL) -> IMP? {
  instanceMethodOfClass(type, selector).map(implementationOfMethod)
}

@_cdecl("emulated_method_getImplementation")
func implementationOfMethod(_ method: Method) -> IMP {
  MethodTables.use { $0.implementation(of: method) }
}

@_cdecl("emulated_method_setImplementation")
func setImplementationOfMethod(_ method: Method, _ implementation: @escaping IMP) -> IMP {
  MethodTables.use { $0.setImplementation(implementation, of: method) }
}

@_cdecl("emulated_method_exchangeImplementations")
func exchangeImplementations(_ first: Method, _ second: Method) {
  MethodTables.use { tables in
    let old = tables.setImplementation(tables.implementation(of: second), of: first)
    _ = tables.setImplementation(old, of: second)
  }
}
