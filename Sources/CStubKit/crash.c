// Says which scenario an exploration was running when the process crashed.

#include "CStubKit.h"

#if defined(__linux__)

#include <signal.h>
#include <string.h>
#include <unistd.h>

#define SLOTS 16
#define SIGNALS 6

static const int signals[SIGNALS] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
static struct sigaction former[SIGNALS];
static struct {
  char text[512];
  // 0 if there is no text.
  int length;
} lines[SLOTS];

// Writes the lines and puts the former handlers back; one of these then handles the same fault.
static void say(int signal, siginfo_t *info, void *context) {
  (void)context;
  for (int slot = 0; slot < SLOTS; slot++) {
    int length = __atomic_load_n(&lines[slot].length, __ATOMIC_ACQUIRE);
    if (length > 0 && write(STDERR_FILENO, lines[slot].text, (size_t)length) < 0) break;
  }
  for (int i = 0; i < SIGNALS; i++) sigaction(signals[i], &former[i], NULL);
  // A fault of the processor occurs again by itself; a signal that was sent has to be sent again.
  if (signal == SIGABRT || info->si_code <= 0) raise(signal);
}

void stubkit_watch_crashes(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = say;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < SIGNALS; i++) sigaction(signals[i], &action, &former[i]);
}

void stubkit_look_away_from_crashes(void) {
  for (int i = 0; i < SIGNALS; i++) {
    struct sigaction current;
    // A handler that other code has installed meanwhile keeps its place.
    if (sigaction(signals[i], NULL, &current) == 0 && current.sa_sigaction == say) {
      sigaction(signals[i], &former[i], NULL);
    }
  }
}

void stubkit_set_last_words(int slot, const char *text) {
  if (slot < 0 || slot >= SLOTS) return;
  __atomic_store_n(&lines[slot].length, 0, __ATOMIC_RELEASE);
  if (!text) return;
  size_t length = strlen(text);
  if (length > sizeof lines[slot].text) length = sizeof lines[slot].text;
  memcpy(lines[slot].text, text, length);
  __atomic_store_n(&lines[slot].length, (int)length, __ATOMIC_RELEASE);
}

#else

// On other platforms a debugger, or the system's own report, says which code has crashed.
void stubkit_watch_crashes(void) {}
void stubkit_look_away_from_crashes(void) {}
void stubkit_set_last_words(int slot, const char *text) {
  (void)slot;
  (void)text;
}

#endif
