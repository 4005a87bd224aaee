/// One cell at a time, for the ends of rows that do not fill a vector.
#ifndef GRAYCARD_CELLS_H
#define GRAYCARD_CELLS_H

#include "CStatistics.h"

/// A group's six sums, as StatisticsExtractor reads them.
enum { gcs_clip, gcs_luma, gcs_first, gcs_second, gcs_third, gcs_fourth, gcs_sums };

static inline int gcs_max(int a, int b) { return a > b ? a : b; }

/// Sorts a cell; `positions` are sums in memory order, `channels` says where each belongs.
static inline int gcs_record(const gcs_cells *cells, int luma_sum, int peak, uint64_t sample,
                             const int *codes, int code_count, int counted, uint64_t *group) {
  int high = peak >= cells->high;
  if (!counted) return high;
  if (high) {
    group[gcs_clip] += 1;
  } else if (luma_sum <= cells->low_sum) {
    group[gcs_clip] += (uint64_t)1 << 32;
  } else {
    group[gcs_luma] += sample;
    for (int i = 0; i < code_count; i++) group[gcs_first + i] += (uint64_t)codes[i];
  }
  return high;
}

static inline int gcs_grey_cell(const uint8_t *row, const uint8_t *mask, size_t x,
                                const gcs_cells *cells, uint8_t *luma, uint8_t *saturated,
                                uint64_t *groups) {
  int code = row[x];
  int high = gcs_record(cells, code, code, (uint64_t)code, 0, 0, !mask || mask[x],
                        groups + x / 8 * gcs_sums);
  luma[x] = row[x];
  saturated[x] = high ? 0xFF : 0;
  return high;
}

static inline int gcs_pair_cell(const uint8_t *row, const uint8_t *mask, size_t x,
                                const gcs_cells *cells, uint8_t *luma, uint8_t *saturated,
                                uint64_t *groups) {
  const uint8_t *pair = row + 2 * x;
  int y = cells->luma_first ? 0 : 1;
  int a = pair[y], b = pair[y + 2];
  int codes[2] = {pair[1 - y], pair[3 - y]};
  int d0 = codes[0] - 128, d1 = codes[1] - 128;
  int own0 = (d0 * cells->own_terms[0] + 32) >> 6;
  int own1 = (d1 * cells->own_terms[1] + 32) >> 6;
  int green = (d0 * cells->green_terms[0] + d1 * cells->green_terms[1] + 32) >> 6;
  int peak = gcs_max(a, b) + gcs_max(gcs_max(own0, own1), gcs_max(green, 0));
  int high = gcs_record(cells, a + b, peak, (uint64_t)(a + b), codes, 2, !mask || mask[x],
                        groups + x / 8 * gcs_sums);
  luma[x] = (uint8_t)a;
  luma[x + 1] = (uint8_t)b;
  saturated[x] = saturated[x + 1] = high ? 0xFF : 0;
  return high;
}

static inline int gcs_quad_cell(int a, int b, int c, int d, const uint8_t *mask, size_t x,
                                const gcs_cells *cells, uint16_t *luma, uint8_t *saturated,
                                uint64_t *groups) {
  int codes[4] = {a, b, c, d};
  int sum = a + b + c + d;
  int peak = gcs_max(gcs_max(a, b), gcs_max(c, d));
  int sample = sum >> cells->quad_shift;
  int high = gcs_record(cells, sum, peak, (uint64_t)sample, codes, 4, !mask || mask[x],
                        groups + x / 8 * gcs_sums);
  luma[x] = (uint16_t)sample;
  saturated[x] = high ? 0xFF : 0;
  return high;
}

static inline int gcs_word(const uint8_t *row, size_t index, const gcs_cells *cells) {
  int word = row[2 * index] | row[2 * index + 1] << 8;
  int code = word >> cells->word_shift;
  return code > cells->greatest ? cells->greatest : code;
}

#endif
