#include "CPlatformProbe.h"

#include <stddef.h>

#if defined(__APPLE__)

#include <objc/runtime.h>

static IMP implementation(const void *object, const char *method) {
  Class type = object_getClass((id)object);
  SEL selector = sel_registerName(method);
  return class_respondsToSelector(type, selector) ? class_getMethodImplementation(type, selector)
                                                  : NULL;
}

bool probe_responds(const void *object, const char *method) {
  return implementation(object, method) != NULL;
}

void *probe_object(const void *object, const char *getter) {
  IMP get = implementation(object, getter);
  if (!get) return NULL;
  return ((void *(*)(id, SEL))get)((id)object, sel_registerName(getter));
}

bool probe_flag(const void *object, const char *getter) {
  IMP get = implementation(object, getter);
  return get && ((BOOL(*)(id, SEL))get)((id)object, sel_registerName(getter));
}

void probe_set_flag(const void *object, const char *setter, bool value) {
  IMP set = implementation(object, setter);
  if (set) ((void (*)(id, SEL, BOOL))set)((id)object, sel_registerName(setter), value);
}

// More classes than a task inherits from.
#define LEVELS 6

static IMP original[LEVELS];
static void (*told)(const void *task);

static void resume_at(int level, id task, SEL selector) {
  // A class may call the one above: the outermost call is the one that the caller made.
  static _Thread_local int depth;
  if (depth == 0) told(task);
  depth += 1;
  ((void (*)(id, SEL))original[level])(task, selector);
  depth -= 1;
}

static void resume_0(id task, SEL selector) { resume_at(0, task, selector); }
static void resume_1(id task, SEL selector) { resume_at(1, task, selector); }
static void resume_2(id task, SEL selector) { resume_at(2, task, selector); }
static void resume_3(id task, SEL selector) { resume_at(3, task, selector); }
static void resume_4(id task, SEL selector) { resume_at(4, task, selector); }
static void resume_5(id task, SEL selector) { resume_at(5, task, selector); }

static void (*const replacements[LEVELS])(id, SEL) = {resume_0, resume_1, resume_2,
                                                      resume_3, resume_4, resume_5};

int probe_exchange_resume(const void *task, void (*hear)(const void *task)) {
  SEL selector = sel_registerName("resume");
  int level = 0;
  told = hear;
  for (Class type = object_getClass((id)task); type && level < LEVELS;
       type = class_getSuperclass(type)) {
    Method method = class_getInstanceMethod(type, selector);
    if (!method) break;
    Class above = class_getSuperclass(type);
    // A class without a method of its own has the one of the class above.
    if (above && class_getInstanceMethod(above, selector) == method) continue;
    original[level] = method_getImplementation(method);
    method_setImplementation(method, (IMP)replacements[level]);
    level += 1;
  }
  return level;
}

#else

// Without Objective-C there are no methods to ask for.

bool probe_responds(const void *object, const char *method) {
  (void)object, (void)method;
  return false;
}

void *probe_object(const void *object, const char *getter) {
  (void)object, (void)getter;
  return NULL;
}

bool probe_flag(const void *object, const char *getter) {
  (void)object, (void)getter;
  return false;
}

void probe_set_flag(const void *object, const char *setter, bool value) {
  (void)object, (void)setter, (void)value;
}

int probe_exchange_resume(const void *task, void (*hear)(const void *task)) {
  (void)task, (void)hear;
  return 0;
}

#endif
