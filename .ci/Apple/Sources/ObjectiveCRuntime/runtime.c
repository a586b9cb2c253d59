// The runtime's functions under their own names, which Swift keeps for itself.
//
// What they do stands in AppleObjectiveC, in RuntimeFunctions.swift.

#include "objc/runtime.h"

#define EMULATED(result, name, parameters, arguments) \
  extern result emulated_##name parameters; \
  result name parameters { return emulated_##name arguments; }

EMULATED(SEL, sel_registerName, (const char *name), (name))
EMULATED(const char *, sel_getName, (SEL selector), (selector))
EMULATED(Class, objc_getClass, (const char *name), (name))
EMULATED(Class, object_getClass, (id object), (object))
EMULATED(Class, class_getSuperclass, (Class type), (type))
EMULATED(const char *, class_getName, (Class type), (type))
EMULATED(Method, class_getInstanceMethod, (Class type, SEL selector), (type, selector))
EMULATED(Method, class_getClassMethod, (Class type, SEL selector), (type, selector))
EMULATED(BOOL, class_respondsToSelector, (Class type, SEL selector), (type, selector))
EMULATED(IMP, class_getMethodImplementation, (Class type, SEL selector), (type, selector))
EMULATED(IMP, method_getImplementation, (Method method), (method))
EMULATED(IMP, method_setImplementation, (Method method, IMP implementation), (method, implementation))

extern void emulated_method_exchangeImplementations(Method first, Method second);
void method_exchangeImplementations(Method first, Method second) {
  emulated_method_exchangeImplementations(first, second);
}
