/// The row kernels of the statistics, in C because Swift has no psadbw, pmaddwd or target attribute.
///
/// Each does what the function of the same purpose in Sources/Statistics/ReferenceKernels does, to
/// the bit. None keeps state, allocates, or reads outside what its arguments describe: rows hold
/// `count` samples, flag rows 16 zero bytes more on either side, groups six sums for every eight
/// samples begun.
#ifndef GRAYCARD_CSTATISTICS_H
#define GRAYCARD_CSTATISTICS_H

#include <stddef.h>
#include <stdint.h>

/// What a row of cells is judged by.
typedef struct {
  /// A cell with a channel at or above this code is clipped high.
  int32_t high;
  /// A cell whose luma codes sum to this or less is clipped low.
  int32_t low_sum;
  /// 4:2:2 pairs: whether luma is the first byte of each two.
  int32_t luma_first;
  /// 4:2:2 pairs: terms of the first and the second colour difference in memory, in 1/64 of a luma
  /// code: towards the channel of its own (red or blue), and towards green.
  int16_t own_terms[2];
  int16_t green_terms[2];
  /// Words: the greatest code, how far a word is shifted right to give its code, and how far the
  /// sum of a quad is shifted right to give its sample.
  int32_t greatest;
  int32_t word_shift;
  int32_t quad_shift;
} gcs_cells;

/// The histograms that a row is counted into.
typedef struct {
  /// The frame's bins.
  uint32_t *frame;
  /// 16 bins for each zone of the row.
  uint32_t *zones;
  /// The zone bin of each frame bin.
  const uint8_t *zone_bin;
  /// The columns' edges in samples: `columns` + 1 values.
  const uint32_t *edges;
  uint32_t columns;
  /// Samples from one to the next that is counted.
  uint32_t step;
  /// How far a sample is shifted right to give its bin.
  uint32_t shift;
} gcs_histogram;

/// Flag rows of which a row's usability is made; `above`, `below` and `mask` may be null.
typedef struct {
  const uint8_t *above, *here, *below, *mask;
} gcs_flags;

/// One implementation of the kernels; `mask` arguments may be null, where everything counts.
typedef struct {
  /// What the kernels are made for, e.g. "sse2".
  const char *name;

  /// Cells of a row into luma samples, saturation flags and group sums; whether any is clipped high.
  int (*grey8)(const uint8_t *row, const uint8_t *mask, size_t count, const gcs_cells *cells,
               uint8_t *luma, uint8_t *saturated, uint64_t *groups);
  int (*pairs)(const uint8_t *row, const uint8_t *mask, size_t count, const gcs_cells *cells,
               uint8_t *luma, uint8_t *saturated, uint64_t *groups);
  int (*quads8)(const uint8_t *upper, const uint8_t *lower, const uint8_t *mask, size_t count,
                const gcs_cells *cells, uint16_t *luma, uint8_t *saturated, uint64_t *groups);
  int (*quads16)(const uint8_t *upper, const uint8_t *lower, const uint8_t *mask, size_t count,
                 const gcs_cells *cells, uint16_t *luma, uint8_t *saturated, uint64_t *groups);

  /// The sum of a row's counted samples; block sums grow by the sums of four neighbours.
  uint64_t (*sum8)(const uint8_t *luma, const uint8_t *mask, size_t count, uint32_t *blocks);
  uint64_t (*sum16)(const uint16_t *luma, const uint8_t *mask, size_t count, uint32_t *blocks);

  /// Counts every nth sample of a row.
  void (*count8)(const uint8_t *luma, const uint8_t *mask, const gcs_histogram *histogram);
  void (*count16)(const uint16_t *luma, const uint8_t *mask, const gcs_histogram *histogram);

  /// Marks samples that are saturated, have a saturated neighbour, or are masked.
  void (*mark)(const gcs_flags *flags, size_t count, uint8_t *unusable);

  /// Adds (dx² + dy²) of a row to its groups; with flag rows, null or not, also counts the points.
  void (*differ8)(const uint8_t *here, const uint8_t *below, const uint8_t *unusable_here,
                  const uint8_t *unusable_below, size_t count, uint64_t *energy, uint32_t *points);
  void (*differ16)(const uint16_t *here, const uint16_t *below, const uint8_t *unusable_here,
                   const uint8_t *unusable_below, size_t count, uint64_t *energy,
                   uint32_t *points);

  /// Adds (dx² + dy²) of a row of block sums, each shifted right, to its blocks, and counts them;
  /// flag rows say which blocks hold an unusable sample.
  void (*blocks)(const uint32_t *above, const uint32_t *below, const uint8_t *unusable_above,
                 const uint8_t *unusable_below, size_t count, unsigned shift, uint64_t *energy,
                 uint32_t *points);
} gcs_kernels;

/// The fastest kernels that this processor runs, or null where there are none.
const gcs_kernels *gcs_best_kernels(void);

#endif
