#ifndef CSTUBKIT_H
#define CSTUBKIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text.h"

/// A bit for each thing that the process has used; only for the functions below.
extern uint32_t stubkit_process_use;

/// The bits that are set. Swift has no word that can be read without a lock before macOS 15.
static inline uint32_t stubkit_used(void) {
  return __atomic_load_n(&stubkit_process_use, __ATOMIC_ACQUIRE);
}

/// Sets bits.
static inline void stubkit_note_use(uint32_t bits) {
  __atomic_fetch_or(&stubkit_process_use, bits, __ATOMIC_ACQ_REL);
}

/// Clears bits.
static inline void stubkit_forget_use(uint32_t bits) {
  __atomic_fetch_and(&stubkit_process_use, ~bits, __ATOMIC_ACQ_REL);
}

/// Has what was set last written to standard error if the process crashes.
void stubkit_watch_crashes(void);

/// Leaves crashes to who handled them before.
void stubkit_look_away_from_crashes(void);

/// Sets a line for the case of a crash, one of 16; NULL for none.
void stubkit_set_last_words(int slot, const char *text);

/// Takes a step of a task over from the runtime; 0 if it is the runtime's to take.
typedef int (*stubkit_job_taker)(void *job);

/// Has every step that is to run on the threads of all tasks offered; 0 if the runtime does not allow it.
int stubkit_see_jobs(stubkit_job_taker taker);

/// Whether steps are offered to us, and nobody else has taken our place.
int stubkit_sees_jobs(void);

/// Puts back who saw the steps before; only after the runtime has allowed it.
void stubkit_look_away_from_jobs(void);

/// Takes a step that was taken over, on the calling thread.
void stubkit_run_job(void *job);

/// Whether a step is that of a task, and not an actor's, which has several tasks' to take.
///
/// The fact: what a step is for is said in the word after its header and the executor's two words.
static inline int stubkit_is_task(const void *job) {
  return (*(const uint32_t *)((const char *)job + 4 * sizeof(void *)) & 0xff) == 0;
}

/// The number that the runtime gives a task, which no other has while its steps are looked at.
///
/// The fact: it stands behind what the step is for.
static inline uint32_t stubkit_task_number(const void *job) {
  return ((const uint32_t *)((const char *)job + 4 * sizeof(void *)))[1];
}

/// Whose steps the calling thread takes; 0 for nobody's.
extern _Thread_local long stubkit_runner;

static inline long stubkit_current_runner(void) { return stubkit_runner; }

static inline void stubkit_set_runner(long runner) { stubkit_runner = runner; }

/// How long a thread has run so far, in nanoseconds.
struct stubkit_thread {
  int number;
  uint64_t has_run;
};

/// The number of the calling thread; 0 where threads cannot be looked at.
int stubkit_thread_number(void);

/// Whether a thread sleeps; -1 if that cannot be seen, such as of one that has ended.
int stubkit_is_thread_asleep(int number);

/// Looks at the threads of the process, as many as there is room for, and says how many it has seen; -1 if
/// they cannot be seen.
int stubkit_look_at_threads(struct stubkit_thread *threads, int room);

/// How often a thread of the process has lost its processor although it had more to do.
long stubkit_preemption_count(void);

/// Gives back what looking at threads has kept, until somebody looks again.
void stubkit_stop_looking_at_threads(void);

#if defined(__linux__)

#include <malloc.h>

/// How many bytes an allocation has; the C library's own header for it is not visible to Swift.
static inline size_t stubkit_allocated_size(const void *allocation) {
  return malloc_usable_size((void *)allocation);
}

/// libdispatch's own, which the overlay for Swift does not have: the label of a queue, NULL for the
/// current one.
extern const char *dispatch_queue_get_label(const void *queue);

/// The name of the queue on which the caller runs.
static inline const char *stubkit_current_queue_label(void) { return dispatch_queue_get_label(NULL); }

/// The addresses of requests that are ours, each in its place; only for the functions below.
extern uintptr_t stubkit_ours[256];

static inline uintptr_t *stubkit_place_of(uintptr_t address) {
  return &stubkit_ours[(address >> 4 ^ address >> 12) & 255];
}

/// Notes that the request at an address is ours.
static inline void stubkit_note_ours(uintptr_t address) {
  __atomic_store_n(stubkit_place_of(address), address, __ATOMIC_RELAXED);
}

/// Whether the request at an address is ours, as far as that has not been forgotten.
static inline bool stubkit_is_ours(uintptr_t address) {
  return __atomic_load_n(stubkit_place_of(address), __ATOMIC_RELAXED) == address;
}

/// Notes that the request at an address is not ours.
static inline void stubkit_forget_ours(uintptr_t address) {
  if (stubkit_is_ours(address)) __atomic_store_n(stubkit_place_of(address), 0, __ATOMIC_RELAXED);
}

/// The next client's socket, or -1: nothing waits for it, and no child process gets it, not even one that
/// begins at the same moment.
int stubkit_accept(int listener);

/// What has happened to a socket that epoll watches, as bits.
enum { stubkit_readable = 1, stubkit_writable = 2, stubkit_broken = 4 };

struct stubkit_socket_event {
  uint64_t tag;
  int what;
};

/// Names the calling thread, by at most 15 bytes.
void stubkit_name_thread(const char *name);

/// A new epoll, or -1.
int stubkit_epoll(void);

/// A new eventfd, which wakes an epoll that watches it, or -1.
int stubkit_epoll_bell(void);

/// Watches a socket, or changes what is wanted of it; -1 if that is not possible.
int stubkit_epoll_watch(int epoll, int socket, uint64_t tag, int wanted, bool is_new);

/// Watches a socket no more. Closing it is not enough: a child process may still have it for a moment.
void stubkit_epoll_forget(int epoll, int socket);

/// Waits for at most 256 events, without end if the time is negative.
int stubkit_epoll_wait(int epoll, struct stubkit_socket_event *events, int room, int milliseconds);

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
