// Interposes the functions that make a URLSessionConfiguration, and starts StubKit before `main`.
//
// On Apple's platforms StubKit exchanges Objective-C implementations for this. Linux has none, but there
// a definition in the program replaces the one in libFoundationNetworking.so for every module of the
// process except that library. Each definition calls the original, and shows Swift the new configuration.
//
// The definitions are weak: with --static-swift-stdlib Foundation's own are linked into the same
// program, and a strong second one would be an error. A weak one yields, and then only sessions that
// name StubKit find it.

#if defined(__linux__)

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <stddef.h>

#define SWIFT_CALL __attribute__((swiftcall))
#define SWIFT_SELF __attribute__((swift_context))
#define DEFAULT_GETTER "$s20FoundationNetworking23URLSessionConfigurationC7defaultACvgZ"
#define EPHEMERAL_GETTER "$s20FoundationNetworking23URLSessionConfigurationC9ephemeralACvgZ"
#define ALLOCATING_INITIALIZER "$s20FoundationNetworking23URLSessionConfigurationCACycfC"
// Called by a subclass, and by optimized code, which allocates the object itself.
#define INITIALIZER "$s20FoundationNetworking23URLSessionConfigurationCACycfc"

// The originals take nothing but the type, or the object, and return a reference that the caller owns.
typedef SWIFT_CALL void *(*maker)(SWIFT_SELF void *self);

// Defined in Swift, in Interception/Linux/Interposition.swift.
extern void stubkit_configuration_was_made(void *configuration);
extern void stubkit_install_on_shared_session(void);

static void *shown(maker original, void *self) {
  // Every program that could be linked has an original; without one there is nothing to return.
  void *configuration = original ? original(self) : NULL;
  if (configuration) stubkit_configuration_was_made(configuration);
  return configuration;
}

#define INTERPOSE(function, symbol)                                                     \
  SWIFT_CALL void *function(SWIFT_SELF void *self) __asm__(symbol) __attribute__((weak)); \
  SWIFT_CALL void *function(SWIFT_SELF void *self) {                                    \
    static maker original;                                                              \
    if (!original) original = (maker)dlsym(RTLD_NEXT, symbol);                          \
    return shown(original, self);                                                       \
  }

INTERPOSE(stubkit_default_configuration, DEFAULT_GETTER)
INTERPOSE(stubkit_ephemeral_configuration, EPHEMERAL_GETTER)
INTERPOSE(stubkit_new_configuration, ALLOCATING_INITIALIZER)
INTERPOSE(stubkit_initialized_configuration, INITIALIZER)

__attribute__((constructor)) static void stubkit_start(void) {
  // If Foundation is linked statically, there is no second definition, and Foundation is not initialised yet.
  if (dlsym(RTLD_NEXT, DEFAULT_GETTER)) stubkit_install_on_shared_session();
}

#else

// C does not allow an empty translation unit.
typedef int stubkit_needs_no_interposition_here;

#endif
