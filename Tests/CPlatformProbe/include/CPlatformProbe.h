#ifndef CPLATFORMPROBE_H
#define CPLATFORMPROBE_H

// Questions to objects of Objective-C by the names of methods that are public nowhere, or not in
// every version. Where there is no Objective-C, no object knows any of them.

#include <stdbool.h>

/// Whether an object has a method of this name.
bool probe_responds(const void *object, const char *method);

/// What a getter of an object returns, or NULL if the object has none of this name.
void *probe_object(const void *object, const char *getter);

/// What a getter of an object says; false as well if the object has none of this name.
bool probe_flag(const void *object, const char *getter);

/// Calls a setter of an object with a flag, if the object has one of this name.
void probe_set_flag(const void *object, const char *setter, bool value);

/// Has `hear` called before each `resume` of every task that has the classes of this one.
///
/// Returns how many of these classes have a `resume` of their own.
int probe_exchange_resume(const void *task, void (*hear)(const void *task));

/// The number of the calling thread; 0 where threads cannot be looked at.
int probe_thread_number(void);

/// Whether a thread sleeps; -1 if that cannot be seen.
int probe_is_thread_asleep(int number);

/// How long a thread has run, in nanoseconds; -1 if that cannot be seen, or it is not among the threads of
/// the process.
long long probe_time_of_thread(int number);

#endif
