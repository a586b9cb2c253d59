// Functions for sockets on Linux that Swift's module of the C library leaves out.

#ifdef __linux__

#define _GNU_SOURCE
#include "CStubKit.h"
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

int stubkit_socket(int family) { return socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0); }

int stubkit_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

ptrdiff_t stubkit_send(int socket, const struct msghdr *message) {
  return sendmsg(socket, message, MSG_NOSIGNAL);
}

int stubkit_unsent(int socket) {
  int count = 0;
  // SIOCOUTQNSD, which only a header of the kernel defines.
  ioctl(socket, 0x894B, &count);
  return count;
}

void stubkit_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

int stubkit_epoll(void) { return epoll_create1(EPOLL_CLOEXEC); }

int stubkit_epoll_bell(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int stubkit_epoll_watch(int epoll, int socket, uint64_t tag, int wanted, bool is_new) {
  struct epoll_event event = {
    .events = (wanted & stubkit_readable ? EPOLLIN : 0) | (wanted & stubkit_writable ? EPOLLOUT : 0),
    .data.u64 = tag,
  };
  return epoll_ctl(epoll, is_new ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, socket, &event);
}

void stubkit_epoll_forget(int epoll, int socket) {
  struct epoll_event unused = {0};
  epoll_ctl(epoll, EPOLL_CTL_DEL, socket, &unused);
}

int stubkit_epoll_wait(int epoll, struct stubkit_socket_event *events, int room, int milliseconds) {
  struct epoll_event found[256];
  int count = epoll_wait(epoll, found, room < 256 ? room : 256, milliseconds);
  for (int i = 0; i < count; i++) {
    uint32_t bits = found[i].events;
    events[i].tag = found[i].data.u64;
    events[i].what = (bits & EPOLLIN ? stubkit_readable : 0) | (bits & EPOLLOUT ? stubkit_writable : 0)
        | (bits & (EPOLLHUP | EPOLLERR) ? stubkit_broken : 0);
  }
  return count;
}

#else

typedef int stubkit_no_sockets;

#endif
