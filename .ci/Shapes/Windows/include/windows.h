// What StubKit uses of <windows.h>.
#pragma once

typedef unsigned long DWORD;
typedef int BOOL;
typedef void *HANDLE;
typedef struct {
  DWORD dwLowDateTime;
  DWORD dwHighDateTime;
} FILETIME;

HANDLE GetCurrentThread(void);
BOOL GetThreadTimes(HANDLE thread, FILETIME *begin, FILETIME *end, FILETIME *kernel, FILETIME *user);
BOOL SwitchToThread(void);
DWORD GetCurrentProcessorNumber(void);
