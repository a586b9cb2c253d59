// Counts heap allocations by standing in front of the C library's allocator. Only glibc offers the
// names that the calls are passed on to; elsewhere nothing is counted.
#include "allocations.h"

#if defined(__linux__)
#include <features.h>
#endif

#if defined(__GLIBC__)
#include <errno.h>
#include <malloc.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static __thread uint64_t count;
static uint64_t count_of_all;

static void count_one(void) {
  count++;
  __atomic_fetch_add(&count_of_all, 1, __ATOMIC_RELAXED);
}

void *malloc(size_t size) {
  count_one();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count_one();
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  count_one();
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count_one();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  count_one();
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : ENOMEM;
}

bool allocations_are_counted(void) { return true; }

uint64_t allocations_of_this_thread(void) { return count; }

uint64_t allocations_of_all_threads(void) {
  return __atomic_load_n(&count_of_all, __ATOMIC_RELAXED);
}

uint64_t heap_bytes_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

#else

bool allocations_are_counted(void) { return false; }

uint64_t allocations_of_this_thread(void) { return 0; }

uint64_t allocations_of_all_threads(void) { return 0; }

uint64_t heap_bytes_in_use(void) { return 0; }

#endif
