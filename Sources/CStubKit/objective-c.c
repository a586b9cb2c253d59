// Exchanges methods of Foundation on Apple's platforms, and starts StubKit before `main`.
//
// The Objective-C runtime does here what interposition.c does on Linux. Each new method calls the
// former one, and shows Swift the new configuration, or the task that resumes. The file is C because
// C can run code before `main`, and because nothing here may depend on how Swift holds an object.

#if defined(__APPLE__)

#include "CStubKit.h"

#include <objc/runtime.h>
#include <stddef.h>

// Defined in Swift, in Interception/Apple.
extern void stubkit_install_before_main(void);
extern void stubkit_configuration_was_made(void *configuration);
extern void stubkit_task_resumes(void *task);

__attribute__((constructor)) static void stubkit_start(void) { stubkit_install_before_main(); }

typedef id (*getter)(id self, SEL selector);

static IMP original_default;
static IMP original_ephemeral;

static id shown(IMP original, id type, SEL selector) {
  id configuration = ((getter)original)(type, selector);
  if (configuration) stubkit_configuration_was_made(configuration);
  return configuration;
}

static id default_configuration(id type, SEL selector) {
  return shown(original_default, type, selector);
}

static id ephemeral_configuration(id type, SEL selector) {
  return shown(original_ephemeral, type, selector);
}

static void exchange_getter(const char *name, IMP *original, getter replacement) {
  Class type = objc_getClass("NSURLSessionConfiguration");
  Method method = type ? class_getClassMethod(type, sel_registerName(name)) : NULL;
  if (!method) return;
  // Set first, because another thread may call the replacement as soon as it is in place.
  *original = method_getImplementation(method);
  method_setImplementation(method, (IMP)replacement);
}

void stubkit_exchange_getters(void) {
  exchange_getter("defaultSessionConfiguration", &original_default, default_configuration);
  exchange_getter("ephemeralSessionConfiguration", &original_ephemeral, ephemeral_configuration);
}

// More classes than any task inherits from.
#define LEVELS 6

static IMP original_resume[LEVELS];

static void resume_at(unsigned level, id task, SEL selector) {
  stubkit_task_resumes(task);
  ((void (*)(id, SEL))original_resume[level])(task, selector);
}

// A class may call the `resume` of the class above it, so each class needs its own original.
static void resume_0(id task, SEL selector) { resume_at(0, task, selector); }
static void resume_1(id task, SEL selector) { resume_at(1, task, selector); }
static void resume_2(id task, SEL selector) { resume_at(2, task, selector); }
static void resume_3(id task, SEL selector) { resume_at(3, task, selector); }
static void resume_4(id task, SEL selector) { resume_at(4, task, selector); }
static void resume_5(id task, SEL selector) { resume_at(5, task, selector); }

static void (*const replacements[LEVELS])(id, SEL) = {resume_0, resume_1, resume_2,
                                                      resume_3, resume_4, resume_5};

void stubkit_exchange_resume(const void *task) {
  SEL selector = sel_registerName("resume");
  unsigned level = 0;
  Class type = object_getClass((id)task);
  while (type && level < LEVELS) {
    Class above = class_getSuperclass(type);
    Method method = class_getInstanceMethod(type, selector);
    if (!method) return;
    // A class that inherits `resume` has the method of the class above.
    if (!above || class_getInstanceMethod(above, selector) != method) {
      original_resume[level] = method_getImplementation(method);
      method_setImplementation(method, (IMP)replacements[level]);
      level += 1;
    }
    type = above;
  }
}

void *stubkit_session_of(const void *task) {
  SEL selector = sel_registerName("session");
  Class type = object_getClass((id)task);
  // The getter is not public, and without it nothing is known of the session.
  if (!type || !class_respondsToSelector(type, selector)) return NULL;
  return ((getter)class_getMethodImplementation(type, selector))((id)task, selector);
}

#else

// C does not allow an empty translation unit.
typedef int stubkit_needs_no_exchange_here;

#endif
