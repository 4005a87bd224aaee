#include "CStatistics.h"

#if defined(__x86_64__)
#include "sse2.h"

const gcs_kernels *gcs_best_kernels(void) { return &gcs_sse2_kernels; }
#else
const gcs_kernels *gcs_best_kernels(void) { return NULL; }
#endif
