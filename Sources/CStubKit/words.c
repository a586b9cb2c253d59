// The words of memory that threads share without a lock, and the size of allocations; see CStubKit.h.

#include "CStubKit.h"

uint32_t stubkit_process_use = 0;

#if !defined(__APPLE__)

uintptr_t stubkit_ours[256];

#if defined(__linux__) || defined(_WIN32)
#include <malloc.h>
#endif

size_t stubkit_allocated_size(const void *allocation) {
#if defined(__linux__)
  return malloc_usable_size((void *)allocation);
#elif defined(_WIN32)
  return _msize((void *)allocation);
#else
  (void)allocation;
  return 0;
#endif
}

#endif
