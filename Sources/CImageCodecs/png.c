#include <stdio.h>
#include <string.h>

#include <spng.h>

#include "CImageCodecs.h"

/* 16 MiB for one ancillary chunk and for all that are kept: colour profiles are smaller. */
#define MOST_CHUNK_BYTES ((size_t)16 << 20)

static codecs_status status_of(int error) {
    switch (error) {
    case 0:
        return CODECS_OK;
    case SPNG_EMEM:
        return CODECS_NO_MEMORY;
    case SPNG_EOF:
    case SPNG_EIO:
    case SPNG_EIDAT_TOO_SHORT:
        return CODECS_TRUNCATED;
    default:
        return CODECS_DAMAGED;
    }
}

/* The format in which libspng hands the picture out without losing a bit. */
static int format_of(const struct spng_ihdr *header, codecs_png_info *info) {
    static const uint8_t channels[7] = {1, 0, 3, 3, 2, 0, 4};
    info->channels = channels[header->color_type % 7];
    info->word_bytes = header->bit_depth == 16 ? 2 : 1;
    if (header->bit_depth == 16)
        return SPNG_FMT_RAW;
    switch (header->color_type) {
    case SPNG_COLOR_TYPE_GRAYSCALE:
        return SPNG_FMT_G8;
    case SPNG_COLOR_TYPE_GRAYSCALE_ALPHA:
        return SPNG_FMT_RAW;
    default:
        info->channels = 3;
        return SPNG_FMT_RGB8;
    }
}

static int read_header(spng_ctx *png, const uint8_t *bytes, size_t count, codecs_png_info *info,
                       int *format) {
    struct spng_ihdr header;
    uint8_t intent;
    int error = spng_set_image_limits(png, 65535, 65535);
    if (error == 0)
        error = spng_set_chunk_limits(png, MOST_CHUNK_BYTES, MOST_CHUNK_BYTES);
    if (error == 0)
        error = spng_set_png_buffer(png, bytes, count);
    if (error == 0)
        error = spng_get_ihdr(png, &header);
    if (error != 0)
        return error;
    info->width = header.width;
    info->height = header.height;
    info->bit_depth = header.bit_depth;
    info->is_interlaced = header.interlace_method != 0;
    *format = format_of(&header, info);
    error = spng_decode_chunks(png);
    if (error != 0)
        return error;
    info->has_srgb = spng_get_srgb(png, &intent) == 0;
    if (spng_get_gama(png, &info->gamma) != 0)
        info->gamma = 0;
    return 0;
}

static codecs_status run(const uint8_t *bytes, size_t count, uint8_t *pixels, size_t capacity,
                         codecs_png_info *info) {
    int format = 0;
    size_t needed = 0;
    spng_ctx *png = spng_ctx_new(0);
    memset(info, 0, sizeof *info);
    if (png == NULL)
        return CODECS_NO_MEMORY;
    int error = read_header(png, bytes, count, info, &format);
    codecs_status status = status_of(error);
    if (error == 0 && pixels != NULL) {
        error = spng_decoded_image_size(png, format, &needed);
        size_t row_bytes = (size_t)info->width * info->channels * info->word_bytes;
        if (error == 0 && (needed != row_bytes * info->height || needed > capacity)) {
            status = CODECS_CAPACITY;
        } else {
            if (error == 0)
                error = spng_decode_image(png, pixels, needed, format, 0);
            status = status_of(error);
        }
    }
    if (error != 0)
        snprintf(info->message.text, sizeof info->message.text, "%s", spng_strerror(error));
    spng_ctx_free(png);
    return status;
}

codecs_status codecs_png_read_header(const uint8_t *bytes, size_t count, codecs_png_info *info) {
    return run(bytes, count, NULL, 0, info);
}

codecs_status codecs_png_decode(const uint8_t *bytes, size_t count, uint8_t *pixels,
                                size_t capacity, codecs_png_info *info) {
    return run(bytes, count, pixels, capacity, info);
}
