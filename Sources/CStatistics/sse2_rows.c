/// What is done with rows of luma samples: sums, usability, differences, histograms.
#if defined(__x86_64__)

#include "sse2.h"

// MARK: sums

static uint64_t sum8(const uint8_t *luma, const uint8_t *mask, size_t count, uint32_t *blocks) {
  vec low_byte = _mm_set1_epi16(0xFF);
  vec ones = _mm_set1_epi16(1);
  vec total = zero();
  size_t x = 0;
  for (; x + 16 <= count; x += 16) {
    vec v = load(luma + x);
    vec twos = _mm_add_epi16(_mm_and_si128(v, low_byte), _mm_srli_epi16(v, 8));
    vec fours = _mm_madd_epi16(twos, ones);
    store(blocks + x / 4, _mm_add_epi32(load(blocks + x / 4), fours));
    vec counted = mask ? _mm_and_si128(v, load(mask + x)) : v;
    total = _mm_add_epi64(total, _mm_sad_epu8(counted, zero()));
  }
  uint64_t halves[2];
  store(halves, total);
  uint64_t sum = halves[0] + halves[1];
  for (; x < count; x++) {
    blocks[x / 4] += luma[x];
    if (!mask || mask[x]) sum += luma[x];
  }
  return sum;
}

static uint64_t sum16(const uint16_t *luma, const uint8_t *mask, size_t count, uint32_t *blocks) {
  vec low_word = _mm_set1_epi32(0xFFFF);
  vec total = zero();
  size_t x = 0;
  for (; x + 16 <= count; x += 16) {
    for (size_t half = 0; half < 2; half++) {
      size_t at = x + 8 * half;
      vec v = load(luma + at);
      vec twos = _mm_add_epi32(_mm_and_si128(v, low_word), _mm_srli_epi32(v, 16));
      vec fours = widen32(twos);  // two 64-bit lanes, each the sum of four samples
      blocks[at / 4] += (uint32_t)_mm_cvtsi128_si32(fours);
      blocks[at / 4 + 1] += (uint32_t)_mm_cvtsi128_si32(_mm_unpackhi_epi64(fours, fours));
      if (mask) {
        // Masks are whole groups of eight, so one flag speaks for all of them.
        if (mask[at]) total = _mm_add_epi64(total, fours);
      } else {
        total = _mm_add_epi64(total, fours);
      }
    }
  }
  uint64_t halves[2];
  store(halves, total);
  uint64_t sum = halves[0] + halves[1];
  for (; x < count; x++) {
    blocks[x / 4] += luma[x];
    if (!mask || mask[x]) sum += luma[x];
  }
  return sum;
}

// MARK: usability

static void mark(const gcs_flags *flags, size_t count, uint8_t *unusable) {
  const uint8_t *rows[3] = {flags->here, flags->above ? flags->above : flags->here,
                            flags->below ? flags->below : flags->here};
  size_t x = 0;
  for (; x + 16 <= count; x += 16) {
    vec v = zero();
    for (int i = 0; i < 3; i++) {
      const uint8_t *row = rows[i] + x;
      v = _mm_or_si128(v, _mm_or_si128(load(row), _mm_or_si128(load(row - 1), load(row + 1))));
    }
    if (flags->mask) v = _mm_or_si128(v, _mm_xor_si128(load(flags->mask + x), _mm_set1_epi8(-1)));
    store(unusable + x, v);
  }
  for (; x < count; x++) {
    uint8_t v = 0;
    for (int i = 0; i < 3; i++) {
      const uint8_t *at = rows[i] + x;
      v |= at[0] | at[-1] | at[1];
    }
    if (flags->mask) v |= (uint8_t)~flags->mask[x];
    unusable[x] = v;
  }
}

// MARK: differences

/// 0xFF where the point at `x` may count, from the flags of its three samples.
static inline vec usable8(const uint8_t *here, const uint8_t *below, size_t x) {
  vec bad = zero();
  if (here) bad = _mm_or_si128(load8(here + x), load8(here + x + 1));
  if (below) bad = _mm_or_si128(bad, load8(below + x));
  return _mm_cmpeq_epi8(bad, zero());
}

static inline int usable1(const uint8_t *here, const uint8_t *below, size_t x) {
  return !((here && (here[x] | here[x + 1])) || (below && below[x]));
}

static inline uint32_t points_of(vec usable) {
  return (uint32_t)_mm_cvtsi128_si32(_mm_sad_epu8(_mm_and_si128(usable, _mm_set1_epi8(1)), zero()));
}

static void differ8(const uint8_t *here, const uint8_t *below, const uint8_t *unusable_here,
                    const uint8_t *unusable_below, size_t count, uint64_t *energy,
                    uint32_t *points) {
  int flagged = unusable_here || unusable_below;
  size_t x = 0;
  for (; x + 9 <= count; x += 8) {
    vec v = _mm_unpacklo_epi8(load8(here + x), zero());
    vec right = _mm_unpacklo_epi8(load8(here + x + 1), zero());
    vec down = _mm_unpacklo_epi8(load8(below + x), zero());
    vec dx = _mm_sub_epi16(right, v), dy = _mm_sub_epi16(down, v);
    if (flagged) {
      vec usable = usable8(unusable_here, unusable_below, x);
      points[x / 8] += points_of(_mm_unpacklo_epi64(usable, zero()));
      usable = _mm_unpacklo_epi8(usable, usable);
      dx = _mm_and_si128(dx, usable);
      dy = _mm_and_si128(dy, usable);
    }
    // Four lanes of at most 4 × 255² each.
    vec squares = _mm_add_epi32(_mm_madd_epi16(dx, dx), _mm_madd_epi16(dy, dy));
    vec pair = _mm_add_epi32(squares, _mm_srli_si128(squares, 8));
    energy[x / 8] += (uint32_t)_mm_cvtsi128_si32(pair) +
                     (uint64_t)(uint32_t)_mm_cvtsi128_si32(_mm_srli_si128(pair, 4));
  }
  for (; x + 1 < count; x++) {
    if (!usable1(unusable_here, unusable_below, x)) continue;
    int dx = here[x + 1] - here[x], dy = below[x] - here[x];
    energy[x / 8] += (uint64_t)(dx * dx + dy * dy);
    if (flagged) points[x / 8] += 1;
  }
}

/// Squares of eight unsigned words, summed into two 64-bit lanes.
static inline vec squares16(vec a) {
  vec low = _mm_mullo_epi16(a, a), high = _mm_mulhi_epu16(a, a);
  return _mm_add_epi64(widen32(_mm_unpacklo_epi16(low, high)),
                       widen32(_mm_unpackhi_epi16(low, high)));
}

static inline vec distance16(vec a, vec b) {
  return _mm_or_si128(_mm_subs_epu16(a, b), _mm_subs_epu16(b, a));
}

static void differ16(const uint16_t *here, const uint16_t *below, const uint8_t *unusable_here,
                     const uint8_t *unusable_below, size_t count, uint64_t *energy,
                     uint32_t *points) {
  int flagged = unusable_here || unusable_below;
  size_t x = 0;
  for (; x + 9 <= count; x += 8) {
    vec v = load(here + x);
    vec dx = distance16(load(here + x + 1), v), dy = distance16(load(below + x), v);
    if (flagged) {
      vec usable = usable8(unusable_here, unusable_below, x);
      points[x / 8] += points_of(_mm_unpacklo_epi64(usable, zero()));
      usable = _mm_unpacklo_epi8(usable, usable);
      dx = _mm_and_si128(dx, usable);
      dy = _mm_and_si128(dy, usable);
    }
    vec sums = _mm_add_epi64(squares16(dx), squares16(dy));
    uint64_t halves[2];
    store(halves, sums);
    energy[x / 8] += halves[0] + halves[1];
  }
  for (; x + 1 < count; x++) {
    if (!usable1(unusable_here, unusable_below, x)) continue;
    int64_t dx = here[x + 1] - here[x], dy = below[x] - here[x];
    energy[x / 8] += (uint64_t)(dx * dx + dy * dy);
    if (flagged) points[x / 8] += 1;
  }
}

// MARK: histograms

#define COUNT_ROW(name, type)                                                                     \
  static void name(const type *luma, const uint8_t *mask, const gcs_histogram *h) {               \
    for (uint32_t column = 0; column < h->columns; column++) {                                    \
      uint32_t *zone = h->zones + 16 * column;                                                    \
      uint32_t first = (h->edges[column] + h->step - 1) / h->step * h->step;                      \
      for (uint32_t x = first; x < h->edges[column + 1]; x += h->step) {                          \
        if (mask && !mask[x]) continue;                                                           \
        uint32_t bin = (uint32_t)luma[x] >> h->shift;                                             \
        h->frame[bin] += 1;                                                                       \
        zone[h->zone_bin[bin]] += 1;                                                              \
      }                                                                                           \
    }                                                                                             \
  }
COUNT_ROW(count8, uint8_t)
COUNT_ROW(count16, uint16_t)

// MARK: blocks

/// There is a block for sixteen samples at the most, so scalar code is fast enough.
static void blocks(const uint32_t *above, const uint32_t *below, const uint8_t *unusable_above,
                   const uint8_t *unusable_below, size_t count, unsigned shift, uint64_t *energy,
                   uint32_t *points) {
  for (size_t x = 0; x + 1 < count; x++) {
    // Sums of sixteen 16-bit samples, or of their sixteenths, have 20 bits.
    int64_t value = above[x] >> shift;
    int64_t dx = (above[x + 1] >> shift) - value, dy = (below[x] >> shift) - value;
    uint32_t counts = !(unusable_above[x] | unusable_above[x + 1] | unusable_below[x]);
    energy[x] += counts ? (uint64_t)(dx * dx + dy * dy) : 0;
    points[x] += counts;
  }
}

const gcs_kernels gcs_sse2_kernels = {
    .name = "sse2",
    .grey8 = gcs_sse2_grey8,
    .pairs = gcs_sse2_pairs,
    .quads8 = gcs_sse2_quads8,
    .quads16 = gcs_sse2_quads16,
    .sum8 = sum8,
    .sum16 = sum16,
    .count8 = count8,
    .count16 = count16,
    .mark = mark,
    .differ8 = differ8,
    .differ16 = differ16,
    .blocks = blocks,
};

#endif
