/// The number of calls of malloc, calloc and realloc since the process started. glibc only.
long vencejo_allocations(void);
