/// What the SSE2 kernels share; every x86-64 processor has SSE2. Intrinsics are named as in Intel's
/// guide.
#ifndef GRAYCARD_SSE2_H
#define GRAYCARD_SSE2_H

#include <emmintrin.h>
#include <string.h>

#include "CStatistics.h"

typedef __m128i vec;

static inline vec load(const void *p) { return _mm_loadu_si128((const vec *)p); }
static inline vec load8(const void *p) { return _mm_loadl_epi64((const vec *)p); }
static inline void store(void *p, vec v) { _mm_storeu_si128((vec *)p, v); }
static inline void store8(void *p, vec v) { _mm_storel_epi64((vec *)p, v); }
static inline void add_to(uint64_t *p, vec v) { store(p, _mm_add_epi64(load(p), v)); }
static inline vec zero(void) { return _mm_setzero_si128(); }

/// Both 64-bit halves of two vectors summed: {a.0 + a.1, b.0 + b.1}.
static inline vec fold(vec a, vec b) {
  return _mm_add_epi64(_mm_unpacklo_epi64(a, b), _mm_unpackhi_epi64(a, b));
}

/// Neighbouring unsigned 32-bit lanes summed into 64-bit lanes.
static inline vec widen32(vec v) {
  return _mm_add_epi64(_mm_and_si128(v, _mm_set1_epi64x(0xFFFFFFFF)), _mm_srli_epi64(v, 32));
}

/// The smaller of unsigned words; SSE2 has only the signed one.
static inline vec min_u16(vec a, vec b) { return _mm_subs_epu16(a, _mm_subs_epu16(a, b)); }

/// Unsigned 32-bit lanes, each below 65,536, packed into words.
static inline vec pack_u32(vec a, vec b) {
  vec bias32 = _mm_set1_epi32(0x8000);
  vec packed = _mm_packs_epi32(_mm_sub_epi32(a, bias32), _mm_sub_epi32(b, bias32));
  return _mm_add_epi16(packed, _mm_set1_epi16((short)0x8000));
}

// The kernels of sse2_cells.c and sse2_rows.c, by their places in gcs_kernels.
int gcs_sse2_grey8(const uint8_t *, const uint8_t *, size_t, const gcs_cells *, uint8_t *, uint8_t *,
                   uint64_t *);
int gcs_sse2_pairs(const uint8_t *, const uint8_t *, size_t, const gcs_cells *, uint8_t *, uint8_t *,
                   uint64_t *);
int gcs_sse2_quads8(const uint8_t *, const uint8_t *, const uint8_t *, size_t, const gcs_cells *,
                    uint16_t *, uint8_t *, uint64_t *);
int gcs_sse2_quads16(const uint8_t *, const uint8_t *, const uint8_t *, size_t, const gcs_cells *,
                     uint16_t *, uint8_t *, uint64_t *);
extern const gcs_kernels gcs_sse2_kernels;

#endif
