// The very code by which StubKit looks at threads, for it to be tried where only it can be.

#include "../../Sources/CStubKit/threads.c"

#include "CPlatformProbe.h"

int probe_thread_number(void) { return stubkit_thread_number(); }

int probe_is_thread_asleep(int number) { return stubkit_is_thread_asleep(number); }

long long probe_time_of_thread(int number) {
  struct stubkit_thread threads[64];
  int count = stubkit_look_at_threads(threads, 64);
  for (int i = 0; i < count; i++) {
    if (threads[i].number == number) return (long long)threads[i].has_run;
  }
  return -1;
}
