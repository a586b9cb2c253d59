// What StubKit uses of the C library's <string.h>, which is the same on each of Apple's platforms.
#pragma once

#include <stddef.h>

void *memset(void *to, int byte, size_t count);
void *memcpy(void *destination, const void *source, size_t count);
void *memmove(void *destination, const void *source, size_t count);
int memcmp(const void *lhs, const void *rhs, size_t count);
char *strchr(const char *string, int character);
size_t strlen(const char *string);
