#ifndef CSTUBKIT_H
#define CSTUBKIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "json.h"
#include "text.h"

/// A bit for each part of StubKit that the process has used; only for the functions below.
extern uint32_t stubkit_process_use;

/// The bits that are set; in C, because Swift has atomic values only from macOS 15 on.
static inline uint32_t stubkit_used(void) {
  return __atomic_load_n(&stubkit_process_use, __ATOMIC_ACQUIRE);
}

static inline void stubkit_note_use(uint32_t bits) {
  __atomic_fetch_or(&stubkit_process_use, bits, __ATOMIC_ACQ_REL);
}

static inline void stubkit_forget_use(uint32_t bits) {
  __atomic_fetch_and(&stubkit_process_use, ~bits, __ATOMIC_ACQ_REL);
}

/// From now on, a crash of the process writes to standard error the lines that are set.
void stubkit_watch_crashes(void);

/// Leaves crashes to the handlers that were installed before.
void stubkit_look_away_from_crashes(void);

/// Sets one of the 16 lines that a crash writes; NULL clears the line.
void stubkit_set_last_words(int slot, const char *text);

/// Takes a step of a task over from the runtime, or returns 0 to leave the step to the runtime.
typedef int (*stubkit_job_taker)(void *job);

/// Offers the taker each step that goes to the global executor; 0 if the runtime has no such hook.
int stubkit_see_jobs(stubkit_job_taker taker);

/// Whether the runtime calls our hook; 0 if another hook has replaced it.
int stubkit_sees_jobs(void);

/// Puts the former hook back; only after `stubkit_see_jobs` has returned 1.
void stubkit_look_away_from_jobs(void);

/// Runs, on the calling thread, a step that was taken over.
void stubkit_run_job(void *job);

/// Whether a step is a task's and not an actor's; an actor's step runs the steps of several tasks.
///
/// The kind of a step is in the word after its header and the executor's two words; 0 is a task's.
static inline int stubkit_is_task(const void *job) {
  return (*(const uint32_t *)((const char *)job + 4 * sizeof(void *)) & 0xff) == 0;
}

/// The number that the runtime gives a task; no other task has that number while its steps are looked at.
///
/// The number stands behind the kind of the step.
static inline uint32_t stubkit_task_number(const void *job) {
  return ((const uint32_t *)((const char *)job + 4 * sizeof(void *)))[1];
}

/// The number of the lane whose steps this thread runs; -1 for a stray, less for the runtime, or 0.
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

/// Whether a thread sleeps or is stopped; -1 if that cannot be seen, as after the thread's end.
int stubkit_is_thread_asleep(int number);

/// Looks at as many threads of the process as there is room for, and returns how many it has seen;
/// -1 if threads cannot be seen.
int stubkit_look_at_threads(struct stubkit_thread *threads, int room);

/// How often the system has taken the processor from a thread of the process that had more to do.
long stubkit_preemption_count(void);

/// How long the calling thread has had a processor, in nanoseconds; 0 where that cannot be told.
int64_t stubkit_thread_time(void);

/// The time of Swift's `ContinuousClock`, in nanoseconds; 0 where only Swift's library knows it.
int64_t stubkit_continuous_time(void);

/// Lets another thread have the processor.
void stubkit_yield(void);

/// The core that the calling thread runs on; -1 where that cannot be told.
int stubkit_current_core(void);

/// Closes the files about threads that stay open between calls; the next call opens them again.
void stubkit_stop_looking_at_threads(void);

#if !defined(__APPLE__)

/// The label of a queue, or of the current queue for NULL; Swift's overlay lacks this function.
extern const char *dispatch_queue_get_label(const void *queue);

static inline const char *stubkit_current_queue_label(void) { return dispatch_queue_get_label(NULL); }

/// Whether the last request that `canInit` was asked about on this thread is ours; only for the functions below.
extern _Thread_local bool stubkit_last_is_ours;

static inline void stubkit_note_ours(bool is_ours) { stubkit_last_is_ours = is_ours; }

static inline bool stubkit_is_ours(void) { return stubkit_last_is_ours; }

#endif

#if defined(__linux__)

struct msghdr;

/// A new socket of a family, or -1. Calls with the socket never wait, and no child process inherits it, not
/// even one that begins at the same moment.
int stubkit_socket(int family);

/// The next client's socket, with the same properties as one of `stubkit_socket`, or -1.
int stubkit_accept(int listener);

/// Sends a message as `sendmsg` does, but without a signal if the client is gone.
ptrdiff_t stubkit_send(int socket, const struct msghdr *message);

/// How many bytes the kernel has not sent yet.
///
/// Bytes that are sent do not count: a client may take 40 ms to acknowledge them.
int stubkit_unsent(int socket);

/// What has happened to a socket that epoll watches, as bits.
enum { stubkit_readable = 1, stubkit_writable = 2, stubkit_broken = 4 };

struct stubkit_socket_event {
  uint64_t tag;
  int what;
};

/// Gives the calling thread a name of at most 15 bytes.
void stubkit_name_thread(const char *name);

/// A new epoll, or -1.
int stubkit_epoll(void);

/// A new eventfd, which wakes an epoll that watches it, or -1.
int stubkit_epoll_bell(void);

/// Watches a socket for the events in `wanted`, or changes these; -1 if that is not possible.
int stubkit_epoll_watch(int epoll, int socket, uint64_t tag, int wanted, bool is_new);

/// Stops watching a socket. Closing it is not enough: a child process may still have it for a moment.
void stubkit_epoll_forget(int epoll, int socket);

/// Waits for at most 256 events, without end if the time is negative.
int stubkit_epoll_wait(int epoll, struct stubkit_socket_event *events, int room, int milliseconds);

#endif

#if defined(__APPLE__)

/// Makes Foundation call `stubkit_configuration_was_made` for every default or ephemeral configuration.
void stubkit_exchange_getters(void);

/// Makes Foundation call `stubkit_task_resumes` for every task that has the classes of `task`.
void stubkit_exchange_resume(const void *task);

/// The session that a task belongs to, or NULL if the task has no getter for it.
void *stubkit_session_of(const void *task);

#endif

#endif
