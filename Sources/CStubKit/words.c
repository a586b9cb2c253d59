// The words of memory that threads share without a lock; see CStubKit.h.

#include "CStubKit.h"

uint32_t stubkit_process_use = 0;

#if !defined(__APPLE__)

uintptr_t stubkit_ours[256];

#endif
