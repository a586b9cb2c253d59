// Starts StubKitTesting before any test runs, in every process that links it.
//
// No test has to call StubKitTesting for StubKit to know of it: StubKitTesting defines the function
// `stubkit_testing_starts` as well, and the weak definition here yields to that one.

__attribute__((weak)) void stubkit_testing_starts(void) {}

__attribute__((constructor)) static void stubkit_start_testing(void) { stubkit_testing_starts(); }
