#ifndef CSTUBKIT_H
#define CSTUBKIT_H

#if defined(__linux__)

#include <malloc.h>
#include <stddef.h>

/// How many bytes an allocation has; the C library's own header for it is not visible to Swift.
static inline size_t stubkit_allocated_size(const void *allocation) {
  return malloc_usable_size((void *)allocation);
}

/// libdispatch's own, which the overlay for Swift does not have: the label of a queue, NULL for the
/// current one.
extern const char *dispatch_queue_get_label(const void *queue);

/// The name of the queue on which the caller runs.
static inline const char *stubkit_current_queue_label(void) { return dispatch_queue_get_label(NULL); }

#endif

#if defined(__APPLE__)

/// Has `stubkit_configuration_was_made` called for every default or ephemeral configuration.
void stubkit_exchange_getters(void);

/// Has `stubkit_task_resumes` called for every task whose classes are those of this one.
void stubkit_exchange_resume(const void *task);

/// The session that a task belongs to, or NULL if the task does not tell.
void *stubkit_session_of(const void *task);

#endif

#endif
