// What StubKit uses of <malloc.h> on Windows.
#pragma once

#include <stddef.h>

size_t _msize(void *allocation);
