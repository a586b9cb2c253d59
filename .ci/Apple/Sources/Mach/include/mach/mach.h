// What this repository needs of Apple's <mach/mach.h>, for the double, and to have it type-checked where there
// is no SDK.

#include <stdint.h>

typedef int kern_return_t;
typedef unsigned int mach_port_t;
typedef mach_port_t task_t, thread_act_t;
typedef thread_act_t *thread_act_array_t;
typedef unsigned int mach_msg_type_number_t;
typedef uintptr_t vm_address_t, vm_size_t;
typedef int *thread_info_t;
typedef unsigned int thread_flavor_t;

typedef struct {
  int seconds;
  int microseconds;
} time_value_t;

typedef struct {
  time_value_t user_time, system_time;
  int cpu_usage, policy, run_state, flags, suspend_count, sleep_time;
} thread_basic_info_data_t;

#define KERN_SUCCESS 0
#define THREAD_BASIC_INFO 3
#define THREAD_BASIC_INFO_COUNT \
  ((mach_msg_type_number_t)(sizeof(thread_basic_info_data_t) / sizeof(unsigned int)))
#define TH_STATE_STOPPED 2
#define TH_STATE_WAITING 3

task_t mach_task_self(void);
thread_act_t mach_thread_self(void);
kern_return_t task_threads(task_t task, thread_act_array_t *list, mach_msg_type_number_t *count);
kern_return_t thread_info(
    thread_act_t thread, thread_flavor_t flavor, thread_info_t info, mach_msg_type_number_t *size);
kern_return_t mach_port_deallocate(task_t task, mach_port_t name);
kern_return_t vm_deallocate(task_t task, vm_address_t address, vm_size_t size);
