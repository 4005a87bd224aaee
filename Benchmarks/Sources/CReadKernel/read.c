#include "CReadKernel.h"

static uint64_t sum_plain(const uint8_t *bytes, size_t count) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; i++) sum += bytes[i];
  return sum;
}

#if defined(__x86_64__)
#include <immintrin.h>

// Four accumulators, so that the additions of one do not wait for another's.
static uint64_t sum_sse2(const uint8_t *bytes, size_t count) {
  const __m128i zero = _mm_setzero_si128();
  __m128i sums[4] = {zero, zero, zero, zero};
  size_t i = 0;
  for (; i + 64 <= count; i += 64)
    for (int k = 0; k < 4; k++) {
      const __m128i part = _mm_loadu_si128((const __m128i *)(bytes + i + 16 * k));
      sums[k] = _mm_add_epi64(sums[k], _mm_sad_epu8(part, zero));
    }
  const __m128i sum = _mm_add_epi64(_mm_add_epi64(sums[0], sums[1]), _mm_add_epi64(sums[2], sums[3]));
  const uint64_t high = (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(sum, sum));
  return (uint64_t)_mm_cvtsi128_si64(sum) + high + sum_plain(bytes + i, count - i);
}

__attribute__((target("avx2"))) static uint64_t sum_avx2(const uint8_t *bytes, size_t count) {
  const __m256i zero = _mm256_setzero_si256();
  __m256i sums[4] = {zero, zero, zero, zero};
  size_t i = 0;
  for (; i + 128 <= count; i += 128)
    for (int k = 0; k < 4; k++) {
      const __m256i part = _mm256_loadu_si256((const __m256i *)(bytes + i + 32 * k));
      sums[k] = _mm256_add_epi64(sums[k], _mm256_sad_epu8(part, zero));
    }
  uint64_t lanes[4];
  _mm256_storeu_si256(
      (__m256i *)lanes,
      _mm256_add_epi64(_mm256_add_epi64(sums[0], sums[1]), _mm256_add_epi64(sums[2], sums[3])));
  return lanes[0] + lanes[1] + lanes[2] + lanes[3] + sum_plain(bytes + i, count - i);
}

uint64_t gcb_read_sum(const uint8_t *bytes, size_t count) {
  return __builtin_cpu_supports("avx2") ? sum_avx2(bytes, count) : sum_sse2(bytes, count);
}

const char *gcb_read_name(void) { return __builtin_cpu_supports("avx2") ? "avx2" : "sse2"; }
#else
uint64_t gcb_read_sum(const uint8_t *bytes, size_t count) { return sum_plain(bytes, count); }

const char *gcb_read_name(void) { return "compiler"; }
#endif
