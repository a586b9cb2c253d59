// Asks the system about the threads of this process: whether they sleep, and how long they have run.

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include "CStubKit.h"
#include <stddef.h>

#if defined(_WIN32)

#include <windows.h>

long stubkit_preemption_count(void) { return 0; }

int64_t stubkit_thread_time(void) {
  FILETIME begin, end, kernel, user;
  if (!GetThreadTimes(GetCurrentThread(), &begin, &end, &kernel, &user)) return 0;
  // In units of 100 ns.
  return 100 * (((int64_t)(kernel.dwHighDateTime + user.dwHighDateTime) << 32)
                + (int64_t)kernel.dwLowDateTime + (int64_t)user.dwLowDateTime);
}

int64_t stubkit_continuous_time(void) { return 0; }

void stubkit_yield(void) { SwitchToThread(); }

int stubkit_current_core(void) { return (int)GetCurrentProcessorNumber(); }

#else

#include <sched.h>
#include <sys/resource.h>
#include <time.h>

long stubkit_preemption_count(void) {
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_nivcsw : 0;
}

static int64_t time_of(clockid_t clock) {
  struct timespec time;
  if (clock_gettime(clock, &time) != 0) return 0;
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t stubkit_thread_time(void) { return time_of(CLOCK_THREAD_CPUTIME_ID); }

void stubkit_yield(void) { sched_yield(); }

#if defined(__linux__)
int64_t stubkit_continuous_time(void) { return time_of(CLOCK_BOOTTIME); }

int stubkit_current_core(void) { return sched_getcpu(); }
#else
int64_t stubkit_continuous_time(void) { return 0; }

int stubkit_current_core(void) { return -1; }
#endif

#endif

#if defined(__linux__)

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int stubkit_thread_number(void) {
  static _Thread_local int number;
  if (number == 0) number = (int)syscall(SYS_gettid);
  return number;
}

// The files about a thread: how long it has run, and its state.
enum file { RUN, STATE };

static int open_of(int number, enum file file) {
  char path[48];
  snprintf(path, sizeof path, "/proc/self/task/%d/%s", number, file == RUN ? "schedstat" : "stat");
  return open(path, O_RDONLY | O_CLOEXEC);
}

// Files are kept open, since opening one takes far longer than reading it.
#define MOST_KEPT 512
static struct kept {
  int number;  // 0 where there is none.
  int files[2];  // -1 for one that is not open.
  int is_there;
} kept_threads[MOST_KEPT];
static pthread_mutex_t kept_lock = PTHREAD_MUTEX_INITIALIZER;

// The files take at most an eighth of those that the process may have open; each thread has two.
static int most_kept(void) {
  static int most = -1;
  struct rlimit limit;
  if (most < 0) {
    rlim_t share = getrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur / 16 : 0;
    most = share >= MOST_KEPT ? MOST_KEPT : (int)share;
  }
  return most;
}

static struct kept *kept_of(int number) {
  struct kept *free_one = NULL;
  int most = most_kept();
  // Numbers follow each other, so that nearly every thread is at a place of its own.
  for (int i = 0; i < most; i++) {
    struct kept *kept = &kept_threads[(number + i) % most];
    if (kept->number == number) {
      kept->is_there = 1;
      return kept;
    }
    if (kept->number == 0 && free_one == NULL) free_one = kept;
  }
  if (free_one != NULL) *free_one = (struct kept){number, {-1, -1}, 1};
  return free_one;
}

static void forget(struct kept *kept) {
  for (int file = RUN; file <= STATE; file++) {
    if (kept->files[file] >= 0) close(kept->files[file]);
  }
  kept->number = 0;
}

// Reads the beginning of a thread's file as a text; returns 0 if that fails, and `errno` says why.
static int read_of(int number, enum file file, char *text, size_t room) {
  ssize_t count = -1;
  int error = 0;
  pthread_mutex_lock(&kept_lock);
  // A kept file may be that of an ended thread, whose number another thread has now.
  for (int attempt = 0; attempt < 2 && count <= 0; attempt++) {
    struct kept *kept = kept_of(number);
    int opened = kept != NULL ? kept->files[file] : -1;
    int is_new = opened < 0;
    if (is_new) opened = open_of(number, file);
    if (opened >= 0) count = pread(opened, text, room - 1, 0);
    error = opened >= 0 && count == 0 ? ESRCH : errno;
    if (kept != NULL) kept->files[file] = opened;
    if (kept == NULL && opened >= 0) close(opened);
    if (kept != NULL && count <= 0) forget(kept);
    if (is_new) break;
  }
  pthread_mutex_unlock(&kept_lock);
  errno = error;
  if (count <= 0) return 0;
  text[count] = 0;
  return 1;
}

static void forget_threads_not_there(void) {
  pthread_mutex_lock(&kept_lock);
  for (int i = 0; i < MOST_KEPT; i++) {
    if (kept_threads[i].number != 0 && !kept_threads[i].is_there) forget(&kept_threads[i]);
    kept_threads[i].is_there = 0;
  }
  pthread_mutex_unlock(&kept_lock);
}

void stubkit_stop_looking_at_threads(void) {
  pthread_mutex_lock(&kept_lock);
  for (int i = 0; i < MOST_KEPT; i++) {
    if (kept_threads[i].number != 0) forget(&kept_threads[i]);
  }
  pthread_mutex_unlock(&kept_lock);
}

int stubkit_is_thread_asleep(int number) {
  char text[512];
  if (!read_of(number, STATE, text, sizeof text)) return -1;
  // The state follows the name, which may contain anything: S means asleep, T and t mean stopped.
  const char *end = strrchr(text, ')');
  return end != NULL && end[1] == ' ' && strchr("STt", end[2]) != NULL;
}

int stubkit_look_at_threads(struct stubkit_thread *threads, int room) {
  DIR *entries = opendir("/proc/self/task");
  if (entries == NULL) return -1;
  int count = 0, sees_itself = 0;
  struct dirent *entry;
  while (count < room && (entry = readdir(entries)) != NULL) {
    char text[64];
    int number = atoi(entry->d_name);
    if (number <= 0) continue;
    if (!read_of(number, RUN, text, sizeof text)) {
      // The thread has ended meanwhile.
      if (errno == ENOENT || errno == ESRCH) continue;
      count = -1;
      break;
    }
    threads[count].number = number;
    threads[count].has_run = strtoull(text, NULL, 10);
    if (number == stubkit_thread_number() && threads[count].has_run > 0) sees_itself = 1;
    count++;
  }
  closedir(entries);
  forget_threads_not_there();
  // A system that keeps no account of running times says 0 for every thread, even for this one.
  return sees_itself || count == room ? count : -1;
}

#elif defined(__APPLE__) && !defined(__ENVIRONMENT_WATCH_OS_VERSION_MIN_REQUIRED__)

#include <mach/mach.h>

void stubkit_stop_looking_at_threads(void) {}

int stubkit_thread_number(void) {
  thread_act_t thread = mach_thread_self();
  mach_port_deallocate(mach_task_self(), thread);
  return (int)thread;
}

static int look(thread_act_t thread, thread_basic_info_data_t *info) {
  mach_msg_type_number_t size = THREAD_BASIC_INFO_COUNT;
  return thread_info(thread, THREAD_BASIC_INFO, (thread_info_t)info, &size) == KERN_SUCCESS;
}

int stubkit_is_thread_asleep(int number) {
  thread_basic_info_data_t info;
  if (!look((thread_act_t)number, &info)) return -1;
  return info.run_state == TH_STATE_WAITING || info.run_state == TH_STATE_STOPPED;
}

int stubkit_look_at_threads(struct stubkit_thread *threads, int room) {
  thread_act_array_t all;
  mach_msg_type_number_t count;
  if (task_threads(mach_task_self(), &all, &count) != KERN_SUCCESS) return -1;
  int seen = 0;
  for (mach_msg_type_number_t i = 0; i < count; i++) {
    thread_basic_info_data_t info;
    if (seen < room && look(all[i], &info)) {
      threads[seen].number = (int)all[i];
      threads[seen].has_run =
          (uint64_t)(info.user_time.seconds + info.system_time.seconds) * 1000000000 +
          (uint64_t)(info.user_time.microseconds + info.system_time.microseconds) * 1000;
      seen++;
    }
    mach_port_deallocate(mach_task_self(), all[i]);
  }
  vm_deallocate(mach_task_self(), (vm_address_t)all, count * sizeof(*all));
  return seen;
}

#else

int stubkit_thread_number(void) { return 0; }

void stubkit_stop_looking_at_threads(void) {}

int stubkit_is_thread_asleep(int number) {
  (void)number;
  return -1;
}

int stubkit_look_at_threads(struct stubkit_thread *threads, int room) {
  (void)threads;
  (void)room;
  return -1;
}

#endif
