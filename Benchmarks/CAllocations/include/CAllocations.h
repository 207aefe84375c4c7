#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

/// Whether this build counts at all: on glibc, and not under a sanitizer, which brings its own heap.
bool allocations_are_counted(void);

/// Starts counting from zero.
void allocations_start(void);

/// Stops counting and gives the number of blocks asked for since the start.
int64_t allocations_stop(void);

/// The most bytes alive at once since the start, beyond those alive at the start.
int64_t allocations_peak(void);

/// The bytes still alive of those asked for since the start.
int64_t allocations_alive(void);

#endif
