// What StubKit uses of the C library's <sched.h>, which is the same on each of Apple's platforms.
#pragma once

int sched_yield(void);
