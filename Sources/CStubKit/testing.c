// The start of StubKitTesting, before any test runs, in every process that it is linked into.
//
// A library that merely is there has to be heard of without being asked for. StubKitTesting defines the
// same function, and a weak definition yields to it.

__attribute__((weak)) void stubkit_testing_starts(void) {}

__attribute__((constructor)) static void stubkit_start_testing(void) { stubkit_testing_starts(); }
