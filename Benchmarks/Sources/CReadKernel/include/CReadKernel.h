/// The least that any statistics must do: read every byte once.
#ifndef GRAYCARD_CREADKERNEL_H
#define GRAYCARD_CREADKERNEL_H

#include <stddef.h>
#include <stdint.h>

/// The sum of the bytes, by the widest registers that this processor has up to 32 bytes.
uint64_t gcb_read_sum(const uint8_t *bytes, size_t count);

/// What gcb_read_sum runs on, e.g. "avx2".
const char *gcb_read_name(void);

#endif
