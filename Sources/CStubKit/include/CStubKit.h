#ifndef CSTUBKIT_H
#define CSTUBKIT_H

#if defined(__linux__)

#include <malloc.h>
#include <stddef.h>

/// How many bytes an allocation has; the C library's own header for it is not visible to Swift.
static inline size_t stubkit_allocated_size(const void *allocation) {
  return malloc_usable_size((void *)allocation);
}

#endif

#endif
