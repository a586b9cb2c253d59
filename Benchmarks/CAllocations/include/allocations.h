#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted on this platform.
bool allocations_are_counted(void);

/// How many blocks this thread has allocated so far.
uint64_t allocations_of_this_thread(void);

/// How many blocks all threads have allocated so far.
uint64_t allocations_of_all_threads(void);

/// How many bytes of the heap are in use.
uint64_t heap_bytes_in_use(void);

#endif
