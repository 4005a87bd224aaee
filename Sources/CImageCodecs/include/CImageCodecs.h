/* A thin door to libjpeg-turbo, libspng, libtiff and libraw.
 *
 * Each library reports failure its own way (setjmp, codes, handlers); here every call returns a
 * status and leaves the library's own words in a message. Nothing is global, nothing is printed, and
 * no call writes more than the capacity it was given. Handles belong to one thread at a time.
 */
#ifndef CIMAGECODECS_H
#define CIMAGECODECS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What became of a call. */
typedef enum codecs_status {
    CODECS_OK = 0,
    CODECS_TRUNCATED = 1,   /* the data end before the picture does */
    CODECS_DAMAGED = 2,     /* the data contradict their format */
    CODECS_UNSUPPORTED = 3, /* sound, but not a picture that can be metered */
    CODECS_NO_MEMORY = 4,
    CODECS_END = 5,         /* there is no such page */
    CODECS_CAPACITY = 6     /* the caller's buffer is too small: a bug of the caller */
} codecs_status;

/* The library's own words, always terminated; empty where it had none. */
typedef struct codecs_message {
    char text[200];
} codecs_message;

/* JPEG: libjpeg-turbo. ------------------------------------------------------------------------ */

typedef struct codecs_jpeg_info {
    uint32_t width, height;
    uint32_t components; /* of the decoded picture: 1 is grey, 3 is RGB, 8 bits each */
    codecs_message message;
} codecs_jpeg_info;

/* Reads the header up to the first scan. */
codecs_status codecs_jpeg_read_header(const uint8_t *bytes, size_t count, codecs_jpeg_info *info);

/* Decodes into width * height * components bytes without padding. A picture that libjpeg would
 * patch up (missing data, bad codes) is refused; extraneous bytes before a marker are not. */
codecs_status codecs_jpeg_decode(const uint8_t *bytes, size_t count, uint8_t *pixels,
                                 size_t capacity, codecs_jpeg_info *info);

/* PNG: libspng. ------------------------------------------------------------------------------- */

typedef struct codecs_png_info {
    uint32_t width, height;
    uint32_t bit_depth;  /* as stored: 1, 2, 4, 8 or 16 */
    uint32_t channels;   /* of the decoded picture: 1 to 4, alpha last */
    uint32_t word_bytes; /* of a decoded sample: 1, or 2 and then big-endian */
    uint32_t is_interlaced;
    uint32_t has_srgb;
    double gamma; /* the gAMA chunk's encoding exponent, 0 where there is none */
    codecs_message message;
} codecs_png_info;

/* Reads what lies before the pixels. */
codecs_status codecs_png_read_header(const uint8_t *bytes, size_t count, codecs_png_info *info);

/* Decodes into width * height * channels * word_bytes bytes without padding. */
codecs_status codecs_png_decode(const uint8_t *bytes, size_t count, uint8_t *pixels,
                                size_t capacity, codecs_png_info *info);

/* TIFF: libtiff 4.5 or newer. ------------------------------------------------------------------ */

typedef struct codecs_tiff codecs_tiff;

typedef struct codecs_tiff_page {
    uint32_t width, height;
    uint32_t channels;      /* of the decoded picture: 1 to 4, extra samples last */
    uint32_t word_bytes;    /* of a decoded sample: 1, or 2 and then little-endian */
    uint32_t is_native;     /* samples as stored; otherwise converted to 8-bit R, G, B, A */
    uint32_t is_compressed;
    uint32_t is_secondary;  /* a smaller version or the mask of another page */
    codecs_message message;
} codecs_tiff_page;

/* Opens a file (fd >= 0, which stays the caller's) or memory (fd < 0); both must outlive the
 * handle. NULL with a message on failure. */
codecs_tiff *codecs_tiff_open(int fd, const uint8_t *bytes, uint64_t count,
                              codecs_message *message);
void codecs_tiff_close(codecs_tiff *tiff);

/* Turns to a page, from 0; CODECS_END behind the last. */
codecs_status codecs_tiff_select(codecs_tiff *tiff, uint32_t page, codecs_tiff_page *info);

/* Decodes the selected page into width * height * channels * word_bytes bytes without padding. */
codecs_status codecs_tiff_decode(codecs_tiff *tiff, uint8_t *pixels, size_t capacity,
                                 codecs_tiff_page *info);

/* Camera raw and DNG: libraw. -------------------------------------------------------------------- */

typedef struct codecs_raw codecs_raw;

typedef struct codecs_raw_info {
    uint32_t sensor_width, sensor_height; /* with the masked margins */
    uint32_t width, height;               /* the visible area */
    uint32_t cfa[4];   /* colours at (0,0) (1,0) (0,1) (1,1) of it: 0 red, 1 green, 2 blue */
    uint32_t white;    /* the saturation code */
    double black;      /* the mean of all black levels that the file gives */
    float multipliers[4]; /* as shot: R, G, B, G2; 0 where unknown */
    codecs_message message;
} codecs_raw_info;

/* Recognises the file in memory, which must outlive the handle; sizes are known afterwards. */
codecs_status codecs_raw_open(const uint8_t *bytes, size_t count, codecs_raw **raw,
                              codecs_raw_info *info);
void codecs_raw_close(codecs_raw *raw);

/* Unpacks the mosaic, without any processing; levels and colours are known afterwards. */
codecs_status codecs_raw_unpack(codecs_raw *raw, codecs_raw_info *info);

/* Copies the visible area as width * height little-endian words. */
codecs_status codecs_raw_copy(codecs_raw *raw, uint8_t *words, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
