// Sees the steps of Swift's tasks before they run, through a hook of the concurrency runtime that
// testing libraries use as well.

#include "CStubKit.h"
#include <stddef.h>

#define SWIFT_CALL __attribute__((swiftcall))

typedef SWIFT_CALL void (*enqueueing)(void *job);
typedef SWIFT_CALL void (*enqueueing_hook)(void *job, enqueueing original);

// Weak: a runtime may lack them, and then StubKit sees no steps.
extern enqueueing_hook swift_task_enqueueGlobal_hook __attribute__((weak));
extern SWIFT_CALL void swift_job_run(void *job, void *executor, void *witness) __attribute__((weak));

_Thread_local long stubkit_runner;

// Atomic: threads that have just been offered a step read these while others open and close lanes.
static stubkit_job_taker taker;
static enqueueing_hook former_hook;

// The step that the calling thread passes to the former hook. That hook may itself call ours, if it was
// installed while a lane was open, and the two would pass the step to each other for ever.
static _Thread_local void *passed_on;

static SWIFT_CALL void hook(void *job, enqueueing original) {
  if (job != passed_on && __atomic_load_n(&taker, __ATOMIC_ACQUIRE)(job)) return;
  enqueueing_hook former = __atomic_load_n(&former_hook, __ATOMIC_ACQUIRE);
  if (job == passed_on || !former) {
    original(job);
    return;
  }
  void *outer = passed_on;
  passed_on = job;
  former(job, original);
  passed_on = outer;
}

int stubkit_see_jobs(stubkit_job_taker new_taker) {
  if (&swift_task_enqueueGlobal_hook == NULL || swift_job_run == NULL) return 0;
  __atomic_store_n(&taker, new_taker, __ATOMIC_RELEASE);
  if (swift_task_enqueueGlobal_hook != hook) {
    __atomic_store_n(&former_hook, swift_task_enqueueGlobal_hook, __ATOMIC_RELEASE);
    __atomic_store_n(&swift_task_enqueueGlobal_hook, hook, __ATOMIC_RELEASE);
  }
  return 1;
}

int stubkit_sees_jobs(void) {
  return &swift_task_enqueueGlobal_hook != NULL &&
         __atomic_load_n(&swift_task_enqueueGlobal_hook, __ATOMIC_ACQUIRE) == hook;
}

void stubkit_look_away_from_jobs(void) {
  // A hook that another library installed over ours stays; it may call ours, which takes no steps.
  if (swift_task_enqueueGlobal_hook == hook) {
    __atomic_store_n(&swift_task_enqueueGlobal_hook, former_hook, __ATOMIC_RELEASE);
  }
}

void stubkit_run_job(void *job) { swift_job_run(job, NULL, NULL); }
