#ifndef VENCEJO_MOMENT_H
#define VENCEJO_MOMENT_H

#include <stdint.h>

/// The moment on this thread's own clock; 0 where it has none, and the system's counts.
///
/// A thread that runs a test in virtual time sets it; every other one reads a zero, which is what
/// asking for the time costs more than before.
extern _Thread_local uint64_t vencejo_thread_moment;

static inline uint64_t vencejo_moment(void) { return vencejo_thread_moment; }
static inline void vencejo_set_moment(uint64_t moment) { vencejo_thread_moment = moment; }

#endif
