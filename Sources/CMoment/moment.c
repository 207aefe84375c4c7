#include "moment.h"

_Thread_local uint64_t vencejo_thread_moment = 0;
