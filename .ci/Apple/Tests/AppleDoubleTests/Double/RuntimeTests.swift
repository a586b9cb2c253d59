import AppleFoundation
import AppleObjectiveC
import ObjectiveCRuntime
import Testing

/// The emulated runtime does what C code on Apple's platforms relies on.
struct RuntimeTests {
  private class Base {
    static let calls = Guarded<[String]>([])
  }

  private class Derived: Base {}

  private final class Leaf: Derived {}

  private static let message = Message("stubKitTest")

  private static let declared: Void = {
    MethodTables.declare(
      Base.self, named: "StubKitTestBase",
      methods: [
        "stubKitTest": { _, _ in
          Base.calls.withLock { $0.append("base") }
          return nil
        }
      ])
    MethodTables.declare(
      Derived.self, named: "StubKitTestDerived",
      methods: [
        "stubKitTest": { receiver, _ in
          Base.calls.withLock { $0.append("derived") }
          RuntimeTests.message.sendToSuper(of: Derived.self, receiver)
          return nil
        }
      ])
  }()

  private func type(_ name: String) throws -> Class {
    Self.declared
    return try #require(objc_getClass(name))
  }

  @Test func `a class has its superclass's method unless it has one of its own`() throws {
    let selector = sel_registerName("stubKitTest")
    let base = class_getInstanceMethod(try type("StubKitTestBase"), selector)
    let derived = class_getInstanceMethod(try type("StubKitTestDerived"), selector)
    let leaf = class_getInstanceMethod(unsafeBitCast(Leaf.self, to: Class.self), selector)
    #expect(base != nil && derived != nil)
    #expect(base != derived)
    #expect(leaf == derived)
    #expect(sel_registerName("stubKitTest") == selector)
    #expect(class_getInstanceMethod(try type("StubKitTestBase"), sel_registerName("other")) == nil)
    #expect(!class_respondsToSelector(try type("StubKitTestBase"), sel_registerName("other")))
    #expect(class_getSuperclass(try type("StubKitTestDerived")) == (try type("StubKitTestBase")))
  }

  @Test func `an exchanged implementation is called, also by the class below`() throws {
    Self.declared
    let leaf = Leaf()
    Self.message.send(to: leaf)
    let object = UnsafeMutablePointer<objc_object>(
      OpaquePointer(Unmanaged.passUnretained(leaf).toOpaque()))
    #expect(object_getClass(object) == unsafeBitCast(Leaf.self, to: Class.self))

    let method = try #require(
      class_getInstanceMethod(try type("StubKitTestBase"), sel_registerName("stubKitTest")))
    let replacement: NullaryMethod = { _, _ in
      Base.calls.withLock { $0.append("replaced") }
      return nil
    }
    let original = method_setImplementation(method, unsafeBitCast(replacement, to: IMP.self))
    Self.message.send(to: leaf)
    _ = method_setImplementation(method, original)
    Self.message.send(to: leaf)
    #expect(
      Base.calls.withLock { $0 } == ["derived", "base", "derived", "replaced", "derived", "base"])
  }

  @Test func `a task has two classes that resume, and the lower one calls the upper`() {
    let selector = sel_registerName("resume")
    var type: Class? = objc_getClass("__NSCFLocalDataTask")
    var methods: [Method?] = []
    while let current = type {
      methods.append(class_getInstanceMethod(current, selector))
      type = class_getSuperclass(current)
    }
    #expect(Set(methods.compactMap(\.self)).count == 2)
    #expect(methods.prefix(3).allSatisfy { $0 != nil })
  }

  @Test func `what is attached to a task goes with it`() async throws {
    let traces = Traces()
    let key = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    defer { key.deallocate() }
    do {
      let session = URLSession(configuration: .default)
      let task = session.dataTask(with: url("https://attached.test/"))
      let witness = Witness()
      traces.note(witness)
      objc_setAssociatedObject(task, key, witness, .OBJC_ASSOCIATION_RETAIN)
      #expect(objc_getAssociatedObject(task, key) as? Witness === witness)
      objc_setAssociatedObject(session, key, Witness(), .OBJC_ASSOCIATION_RETAIN)
      objc_setAssociatedObject(session, key, nil, .OBJC_ASSOCIATION_RETAIN)
      #expect(objc_getAssociatedObject(session, key) == nil)
    }
    try await traces.vanish()
  }
}
