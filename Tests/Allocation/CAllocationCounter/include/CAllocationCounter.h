/// Counts the allocations of the program that this target is linked into.
#ifndef GRAYCARD_CALLOCATIONCOUNTER_H
#define GRAYCARD_CALLOCATIONCOUNTER_H

#include <stdint.h>

/// How often memory has been asked for since the program's start, by any thread.
uint64_t gac_allocation_count(void);

#endif
