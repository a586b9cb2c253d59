// The threads of a process as Apple's kernel tells of them, from what Linux tells: a thread's port is its
// number.

#define _GNU_SOURCE
#include "mach/mach.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MOST 4096

task_t mach_task_self(void) { return (task_t)getpid(); }

thread_act_t mach_thread_self(void) { return (thread_act_t)syscall(SYS_gettid); }

kern_return_t mach_port_deallocate(task_t task, mach_port_t name) {
  (void)task;
  (void)name;
  return KERN_SUCCESS;
}

kern_return_t vm_deallocate(task_t task, vm_address_t address, vm_size_t size) {
  (void)task;
  (void)size;
  free((void *)address);
  return KERN_SUCCESS;
}

kern_return_t task_threads(task_t task, thread_act_array_t *list, mach_msg_type_number_t *count) {
  (void)task;
  DIR *entries = opendir("/proc/self/task");
  if (entries == NULL) return 5;
  *list = malloc(MOST * sizeof **list);
  *count = 0;
  struct dirent *entry;
  while (*count < MOST && (entry = readdir(entries)) != NULL) {
    int number = atoi(entry->d_name);
    if (number > 0) (*list)[(*count)++] = (thread_act_t)number;
  }
  closedir(entries);
  return KERN_SUCCESS;
}

static int read_text(thread_act_t thread, const char *name, char *text, size_t room) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%u/%s", thread, name);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, room - 1);
  close(file);
  if (count <= 0) return 0;
  text[count] = 0;
  return 1;
}

kern_return_t thread_info(
    thread_act_t thread, thread_flavor_t flavor, thread_info_t info, mach_msg_type_number_t *size) {
  char text[512];
  thread_basic_info_data_t *basic = (thread_basic_info_data_t *)info;
  if (flavor != THREAD_BASIC_INFO || *size < THREAD_BASIC_INFO_COUNT) return 4;
  memset(basic, 0, sizeof *basic);
  if (!read_text(thread, "schedstat", text, sizeof text)) return 4;
  unsigned long long nanoseconds = strtoull(text, NULL, 10);
  basic->user_time.seconds = (int)(nanoseconds / 1000000000);
  basic->user_time.microseconds = (int)(nanoseconds % 1000000000 / 1000);
  if (!read_text(thread, "stat", text, sizeof text)) return 4;
  const char *end = strrchr(text, ')');
  int is_asleep = end != NULL && end[1] == ' ' && strchr("STt", end[2]) != NULL;
  basic->run_state = is_asleep ? TH_STATE_WAITING : 1;
  return KERN_SUCCESS;
}
