// What StubKit uses of the C library's <stdlib.h>, which is the same on each of Apple's platforms.
#pragma once

#include <stddef.h>

void *malloc(size_t count);
void *calloc(size_t count, size_t size);
void *realloc(void *memory, size_t count);
void free(void *memory);
_Noreturn void abort(void);
