#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <time.h>
static inline int vencejo_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }
static inline int vencejo_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
static inline int vencejo_epoll_add(int epoll, int fd, uint64_t id) {
    struct epoll_event event = {0};
    event.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
    event.data.u64 = id;
    return epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
}
static inline void vencejo_epoll_remove(int epoll, int fd) { epoll_ctl(epoll, EPOLL_CTL_DEL, fd, 0); }
static inline int vencejo_epoll_is_readable(uint32_t bits) { return (bits & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0; }
static inline int vencejo_epoll_is_writable(uint32_t bits) { return (bits & (EPOLLOUT | EPOLLHUP | EPOLLERR)) != 0; }
static inline uint64_t vencejo_monotonic_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
static inline void vencejo_name_thread(const char *name) { prctl(PR_SET_NAME, name); }
