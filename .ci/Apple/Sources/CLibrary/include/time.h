// What StubKit uses of the C library's <time.h>, which is the same on each of Apple's platforms.
#pragma once

typedef enum { CLOCK_THREAD_CPUTIME_ID = 16 } clockid_t;

struct timespec {
  long tv_sec;
  long tv_nsec;
};

int clock_gettime(clockid_t clock, struct timespec *time);
