/// Cells of a row into luma samples, saturation flags and group sums. Integer sums cannot overflow
/// for the sizes that FrameLayout allows, with the bound beside each.
#if defined(__x86_64__)

#include "cells.h"
#include "sse2.h"

int gcs_sse2_grey8(const uint8_t *row, const uint8_t *mask, size_t count, const gcs_cells *cells,
                 uint8_t *luma, uint8_t *saturated, uint64_t *groups) {
  // Levels are below 256 for 8-bit samples, so they fit a byte.
  vec high_at = _mm_set1_epi8((char)cells->high);
  vec low_at = _mm_set1_epi8((char)cells->low_sum);
  vec one = _mm_set1_epi8(1);
  vec any = zero();
  size_t x = 0;
  for (; x + 16 <= count; x += 16) {
    vec v = load(row + x);
    vec high = _mm_cmpeq_epi8(_mm_max_epu8(v, high_at), v);
    vec low = _mm_andnot_si128(high, _mm_cmpeq_epi8(_mm_min_epu8(v, low_at), v));
    vec clear = _mm_andnot_si128(_mm_or_si128(high, low), _mm_set1_epi8(-1));
    store(luma + x, v);
    store(saturated + x, high);
    any = _mm_or_si128(any, high);
    if (mask) {
      vec m = load(mask + x);
      high = _mm_and_si128(high, m);
      low = _mm_and_si128(low, m);
      clear = _mm_and_si128(clear, m);
    }
    vec highs = _mm_sad_epu8(_mm_and_si128(high, one), zero());
    vec lows = _mm_sad_epu8(_mm_and_si128(low, one), zero());
    vec clip = _mm_add_epi64(highs, _mm_slli_epi64(lows, 32));
    vec sums = _mm_sad_epu8(_mm_and_si128(v, clear), zero());
    uint64_t *group = groups + x / 8 * gcs_sums;
    add_to(group, _mm_unpacklo_epi64(clip, sums));
    add_to(group + gcs_sums, _mm_unpackhi_epi64(clip, sums));
  }
  int found = _mm_movemask_epi8(any) != 0;
  for (; x < count; x++) found |= gcs_grey_cell(row, mask, x, cells, luma, saturated, groups);
  return found;
}

int gcs_sse2_pairs(const uint8_t *row, const uint8_t *mask, size_t count, const gcs_cells *cells,
                 uint8_t *luma, uint8_t *saturated, uint64_t *groups) {
  vec low_byte = _mm_set1_epi16(0xFF);
  vec low_word = _mm_set1_epi32(0xFFFF);
  vec own = _mm_set1_epi32((uint16_t)cells->own_terms[0] | (int)cells->own_terms[1] << 16);
  vec green =
      _mm_set1_epi32((uint16_t)cells->green_terms[0] | (int)((uint32_t)cells->green_terms[1] << 16));
  vec under_high = _mm_set1_epi16((short)(cells->high - 1));
  vec over_low = _mm_set1_epi32(cells->low_sum + 1);
  vec one32 = _mm_set1_epi32(1);
  vec any = zero();
  size_t x = 0;
  for (; x + 8 <= count; x += 8) {
    vec v = load(row + 2 * x);
    vec even = _mm_and_si128(v, low_byte), odd = _mm_srli_epi16(v, 8);
    vec y = cells->luma_first ? even : odd;
    vec c = cells->luma_first ? odd : even;
    vec d = _mm_sub_epi16(c, _mm_set1_epi16(128));
    // |d| ≤ 128 and terms ≤ 119, so products stay inside 16 bits.
    vec t = _mm_srai_epi16(_mm_add_epi16(_mm_mullo_epi16(d, own), _mm_set1_epi16(32)), 6);
    vec g = _mm_srai_epi32(_mm_add_epi32(_mm_madd_epi16(d, green), _mm_set1_epi32(32)), 6);
    vec colour = _mm_max_epi16(_mm_max_epi16(t, _mm_srli_epi32(t, 16)), _mm_max_epi16(g, zero()));
    vec luma_peak = _mm_max_epi16(y, _mm_srli_epi32(y, 16));
    vec peak = _mm_add_epi16(luma_peak, colour);
    vec high = _mm_cmpgt_epi16(peak, under_high);
    high = _mm_srai_epi32(_mm_slli_epi32(high, 16), 16);
    vec luma_sum = _mm_madd_epi16(y, _mm_set1_epi16(1));
    vec low = _mm_andnot_si128(high, _mm_cmpgt_epi32(over_low, luma_sum));
    vec clear = _mm_andnot_si128(_mm_or_si128(high, low), _mm_set1_epi8(-1));
    store8(luma + x, _mm_packus_epi16(y, zero()));
    store8(saturated + x, _mm_packs_epi16(high, zero()));
    any = _mm_or_si128(any, high);
    if (mask) {
      vec m = load8(mask + x);
      m = _mm_unpacklo_epi8(m, m);
      high = _mm_and_si128(high, m);
      low = _mm_and_si128(low, m);
      clear = _mm_and_si128(clear, m);
    }
    vec clip = _mm_add_epi64(_mm_sad_epu8(_mm_and_si128(high, one32), zero()),
                             _mm_slli_epi64(_mm_sad_epu8(_mm_and_si128(low, one32), zero()), 32));
    vec sums = _mm_sad_epu8(_mm_and_si128(y, clear), zero());
    vec kept = _mm_and_si128(c, clear);
    vec first = _mm_sad_epu8(_mm_and_si128(kept, low_word), zero());
    vec second = _mm_sad_epu8(_mm_srli_epi32(kept, 16), zero());
    uint64_t *group = groups + x / 8 * gcs_sums;
    add_to(group + gcs_clip, fold(clip, sums));
    add_to(group + gcs_first, fold(first, second));
  }
  int found = _mm_movemask_epi8(any) != 0;
  for (; x < count; x += 2) found |= gcs_pair_cell(row, mask, x, cells, luma, saturated, groups);
  return found;
}

int gcs_sse2_quads8(const uint8_t *upper, const uint8_t *lower, const uint8_t *mask, size_t count,
                  const gcs_cells *cells, uint16_t *luma, uint8_t *saturated, uint64_t *groups) {
  vec low_byte = _mm_set1_epi16(0xFF);
  vec under_high = _mm_set1_epi16((short)(cells->high - 1));
  vec over_low = _mm_set1_epi16((short)(cells->low_sum + 1));
  vec one16 = _mm_set1_epi16(1);
  vec any = zero();
  size_t x = 0;
  for (; x + 8 <= count; x += 8) {
    vec u = load(upper + 2 * x), l = load(lower + 2 * x);
    vec a = _mm_and_si128(u, low_byte), b = _mm_srli_epi16(u, 8);
    vec c = _mm_and_si128(l, low_byte), d = _mm_srli_epi16(l, 8);
    vec sum = _mm_add_epi16(_mm_add_epi16(a, b), _mm_add_epi16(c, d));
    vec peak = _mm_max_epi16(_mm_max_epi16(a, b), _mm_max_epi16(c, d));
    vec high = _mm_cmpgt_epi16(peak, under_high);
    vec low = _mm_andnot_si128(high, _mm_cmpgt_epi16(over_low, sum));
    vec clear = _mm_andnot_si128(_mm_or_si128(high, low), _mm_set1_epi8(-1));
    store(luma + x, sum);
    store8(saturated + x, _mm_packs_epi16(high, zero()));
    any = _mm_or_si128(any, high);
    if (mask) {
      vec m = load8(mask + x);
      m = _mm_unpacklo_epi8(m, m);
      high = _mm_and_si128(high, m);
      low = _mm_and_si128(low, m);
      clear = _mm_and_si128(clear, m);
    }
    vec clip = _mm_add_epi64(_mm_sad_epu8(_mm_and_si128(high, one16), zero()),
                             _mm_slli_epi64(_mm_sad_epu8(_mm_and_si128(low, one16), zero()), 32));
    vec va = _mm_sad_epu8(_mm_and_si128(a, clear), zero());
    vec vb = _mm_sad_epu8(_mm_and_si128(b, clear), zero());
    vec vc = _mm_sad_epu8(_mm_and_si128(c, clear), zero());
    vec vd = _mm_sad_epu8(_mm_and_si128(d, clear), zero());
    vec sums = _mm_add_epi64(_mm_add_epi64(va, vb), _mm_add_epi64(vc, vd));
    uint64_t *group = groups + x / 8 * gcs_sums;
    add_to(group + gcs_clip, fold(clip, sums));
    add_to(group + gcs_first, fold(va, vb));
    add_to(group + gcs_third, fold(vc, vd));
  }
  int found = _mm_movemask_epi8(any) != 0;
  for (; x < count; x++)
    found |= gcs_quad_cell(upper[2 * x], upper[2 * x + 1], lower[2 * x], lower[2 * x + 1], mask, x,
                           cells, luma, saturated, groups);
  return found;
}

/// Four quads of words: codes by position, their sum, and what became of them, in 32-bit lanes.
typedef struct {
  vec position[4], sum, high, low;
} word_quads;

static inline word_quads read_words(vec upper, vec lower, vec high_at, vec over_low) {
  vec low_word = _mm_set1_epi32(0xFFFF);
  word_quads q;
  q.position[0] = _mm_and_si128(upper, low_word);
  q.position[1] = _mm_srli_epi32(upper, 16);
  q.position[2] = _mm_and_si128(lower, low_word);
  q.position[3] = _mm_srli_epi32(lower, 16);
  q.sum = _mm_add_epi32(_mm_add_epi32(q.position[0], q.position[1]),
                        _mm_add_epi32(q.position[2], q.position[3]));
  // A word is at the level or above where subtracting it from the level leaves nothing.
  vec at = _mm_or_si128(_mm_cmpeq_epi16(_mm_subs_epu16(high_at, upper), zero()),
                        _mm_cmpeq_epi16(_mm_subs_epu16(high_at, lower), zero()));
  vec none = _mm_cmpeq_epi32(at, zero());
  q.high = _mm_andnot_si128(none, _mm_set1_epi8(-1));
  q.low = _mm_andnot_si128(q.high, _mm_cmpgt_epi32(over_low, q.sum));
  return q;
}

int gcs_sse2_quads16(const uint8_t *upper, const uint8_t *lower, const uint8_t *mask, size_t count,
                   const gcs_cells *cells, uint16_t *luma, uint8_t *saturated, uint64_t *groups) {
  vec high_at = _mm_set1_epi16((short)cells->high);
  vec over_low = _mm_set1_epi32(cells->low_sum + 1);
  vec greatest = _mm_set1_epi16((short)cells->greatest);
  vec word_shift = _mm_cvtsi32_si128(cells->word_shift);
  vec quad_shift = _mm_cvtsi32_si128(cells->quad_shift);
  vec one32 = _mm_set1_epi32(1);
  vec any = zero();
  size_t x = 0;
  for (; x + 8 <= count; x += 8) {
    vec position[4] = {zero(), zero(), zero(), zero()};
    vec sums = zero(), highs = zero(), lows = zero();
    vec samples[2], flags[2];
    for (int half = 0; half < 2; half++) {
      size_t at = 4 * x + 16 * (size_t)half;
      vec u = min_u16(_mm_srl_epi16(load(upper + at), word_shift), greatest);
      vec l = min_u16(_mm_srl_epi16(load(lower + at), word_shift), greatest);
      word_quads q = read_words(u, l, high_at, over_low);
      samples[half] = _mm_srl_epi32(q.sum, quad_shift);
      flags[half] = q.high;
      vec counted = _mm_set1_epi8(-1);
      if (mask) {
        int32_t four;
        memcpy(&four, mask + x + 4 * half, 4);
        counted = _mm_cvtsi32_si128(four);
        counted = _mm_unpacklo_epi8(counted, counted);
        counted = _mm_unpacklo_epi16(counted, counted);
      }
      vec clear = _mm_andnot_si128(_mm_or_si128(q.high, q.low), counted);
      highs = _mm_add_epi32(highs, _mm_and_si128(_mm_and_si128(q.high, counted), one32));
      lows = _mm_add_epi32(lows, _mm_and_si128(_mm_and_si128(q.low, counted), one32));
      sums = _mm_add_epi32(sums, _mm_and_si128(samples[half], clear));
      for (int i = 0; i < 4; i++)
        position[i] = _mm_add_epi32(position[i], _mm_and_si128(q.position[i], clear));
    }
    store(luma + x, pack_u32(samples[0], samples[1]));
    vec high = _mm_packs_epi32(flags[0], flags[1]);
    store8(saturated + x, _mm_packs_epi16(high, zero()));
    any = _mm_or_si128(any, high);
    vec clip = _mm_add_epi64(widen32(highs), _mm_slli_epi64(widen32(lows), 32));
    uint64_t *group = groups + x / 8 * gcs_sums;
    add_to(group + gcs_clip, fold(clip, widen32(sums)));
    add_to(group + gcs_first, fold(widen32(position[0]), widen32(position[1])));
    add_to(group + gcs_third, fold(widen32(position[2]), widen32(position[3])));
  }
  int found = _mm_movemask_epi8(any) != 0;
  for (; x < count; x++)
    found |= gcs_quad_cell(gcs_word(upper, 2 * x, cells), gcs_word(upper, 2 * x + 1, cells),
                           gcs_word(lower, 2 * x, cells), gcs_word(lower, 2 * x + 1, cells), mask,
                           x, cells, luma, saturated, groups);
  return found;
}

#endif
