// The part of Apple's <objc/runtime.h> that StubKit uses, for compilers that have no SDK of Apple's.
//
// With Apple's types, so that C which compiles against this compiles against the real one, too.
// Where it runs, `AppleObjectiveC` implements it.

#ifndef OBJECTIVE_C_RUNTIME_H
#define OBJECTIVE_C_RUNTIME_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct objc_class *Class;
typedef struct objc_object {
  Class isa;
} *id;
typedef struct objc_selector *SEL;
typedef struct objc_method *Method;

/// Has to be cast to the method's own type before it is called, as with Apple's default settings.
typedef void (*IMP)(void);

#if defined(__x86_64__) && defined(__APPLE__)
typedef signed char BOOL;
#else
typedef _Bool BOOL;
#endif

SEL sel_registerName(const char *name);
const char *sel_getName(SEL selector);

/// Returns the class object of this name, which is the receiver of its class methods.
Class objc_getClass(const char *name);
/// Returns the class of an object; that of a class object is its metaclass.
Class object_getClass(id object);
Class class_getSuperclass(Class type);
const char *class_getName(Class type);

/// These return the superclass's method if the class has none of its own.
Method class_getInstanceMethod(Class type, SEL selector);
Method class_getClassMethod(Class type, SEL selector);
BOOL class_respondsToSelector(Class type, SEL selector);
IMP class_getMethodImplementation(Class type, SEL selector);

IMP method_getImplementation(Method method);
/// Returns the implementation that the method had before.
IMP method_setImplementation(Method method, IMP implementation);
void method_exchangeImplementations(Method first, Method second);

#ifdef __cplusplus
}
#endif

#endif
