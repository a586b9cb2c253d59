// What StubKit uses of the C library's <sys/resource.h>, which is the same on each of Apple's platforms.
#pragma once

#define RUSAGE_SELF 0

struct timeval {
  long tv_sec;
  int tv_usec;
};

struct rusage {
  struct timeval ru_utime, ru_stime;
  long ru_maxrss, ru_ixrss, ru_idrss, ru_isrss, ru_minflt, ru_majflt, ru_nswap, ru_inblock, ru_oublock;
  long ru_msgsnd, ru_msgrcv, ru_nsignals, ru_nvcsw, ru_nivcsw;
};

int getrusage(int who, struct rusage *usage);
