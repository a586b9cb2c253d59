// The words of memory that need no lock; see CStubKit.h.

#include "CStubKit.h"

uint32_t stubkit_process_use = 0;

#if !defined(__APPLE__)

_Thread_local bool stubkit_last_is_ours;

#endif
