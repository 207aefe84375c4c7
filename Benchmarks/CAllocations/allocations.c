#include "CAllocations.h"

#include <stddef.h>
#include <errno.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)

#include <malloc.h>
#include <stdatomic.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static atomic_bool counting;
static atomic_llong blocks, alive, peak;

static void note(long long bytes, int more) {
    if (!atomic_load_explicit(&counting, memory_order_relaxed)) return;
    if (more) atomic_fetch_add_explicit(&blocks, 1, memory_order_relaxed);
    long long now = atomic_fetch_add_explicit(&alive, bytes, memory_order_relaxed) + bytes;
    if (now > atomic_load_explicit(&peak, memory_order_relaxed))
        atomic_store_explicit(&peak, now, memory_order_relaxed);
}

static void *noted(void *block) {
    if (block && atomic_load_explicit(&counting, memory_order_relaxed))
        note((long long)malloc_usable_size(block), 1);
    return block;
}

void *malloc(size_t size) { return noted(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return noted(__libc_calloc(count, size)); }

void *memalign(size_t alignment, size_t size) { return noted(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    void *made = memalign(alignment, size);
    if (!made) return ENOMEM;
    *block = made;
    return 0;
}

void *realloc(void *block, size_t size) {
    long long before = block ? (long long)malloc_usable_size(block) : 0;
    void *moved = __libc_realloc(block, size);
    long long after = moved ? (long long)malloc_usable_size(moved) : 0;
    note(after - before, moved != block);
    return moved;
}

void free(void *block) {
    if (block && atomic_load_explicit(&counting, memory_order_relaxed))
        note(-(long long)malloc_usable_size(block), 0);
    __libc_free(block);
}

bool allocations_are_counted(void) { return true; }

void allocations_start(void) {
    atomic_store(&blocks, 0);
    atomic_store(&alive, 0);
    atomic_store(&peak, 0);
    atomic_store(&counting, true);
}

int64_t allocations_stop(void) {
    atomic_store(&counting, false);
    return atomic_load(&blocks);
}

int64_t allocations_peak(void) { return atomic_load(&peak); }

int64_t allocations_alive(void) { return atomic_load(&alive); }

#else

bool allocations_are_counted(void) { return false; }

void allocations_start(void) {}

int64_t allocations_stop(void) { return 0; }

int64_t allocations_peak(void) { return 0; }

int64_t allocations_alive(void) { return 0; }

#endif
