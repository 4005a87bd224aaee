#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tiffio.h>

#include "CImageCodecs.h"

/* The most that libtiff may take at once: as large as the largest frame that is read. */
#define MOST_BYTES ((tmsize_t)1 << 30)

struct codecs_tiff {
    TIFF *tiff;
    int fd;
    const uint8_t *bytes;
    uint64_t count;
    uint64_t position;
    codecs_message message;
};

static tmsize_t on_read(thandle_t handle, void *buffer, tmsize_t wanted) {
    codecs_tiff *tiff = handle;
    uint64_t left = tiff->position < tiff->count ? tiff->count - tiff->position : 0;
    tmsize_t length = (uint64_t)wanted < left ? wanted : (tmsize_t)left;
    tmsize_t done = 0;
    if (tiff->fd < 0) {
        if (length > 0)
            memcpy(buffer, tiff->bytes + tiff->position, (size_t)length);
        done = length;
    }
    while (done < length) {
        ssize_t got = pread(tiff->fd, (uint8_t *)buffer + done, (size_t)(length - done),
                            (off_t)(tiff->position + (uint64_t)done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        done += got;
    }
    tiff->position += (uint64_t)done;
    return done;
}

static tmsize_t on_write(thandle_t handle, void *buffer, tmsize_t count) {
    (void)handle, (void)buffer, (void)count;
    return 0;
}

static toff_t on_seek(thandle_t handle, toff_t offset, int whence) {
    codecs_tiff *tiff = handle;
    if (whence == SEEK_CUR)
        offset += tiff->position;
    else if (whence == SEEK_END)
        offset += tiff->count;
    tiff->position = offset;
    return offset;
}

static int on_close(thandle_t handle) {
    (void)handle;
    return 0;
}

static toff_t on_size(thandle_t handle) { return ((codecs_tiff *)handle)->count; }

static int on_error(TIFF *tif, void *user, const char *module, const char *format, va_list list) {
    codecs_message *message = user;
    (void)tif, (void)module;
    /* The first error is the cause; those that follow are its consequences. */
    if (message->text[0] == 0)
        vsnprintf(message->text, sizeof message->text, format, list);
    return 1;
}

static int on_warning(TIFF *tif, void *user, const char *module, const char *format,
                      va_list list) {
    (void)tif, (void)user, (void)module, (void)format, (void)list;
    return 1;
}

codecs_tiff *codecs_tiff_open(int fd, const uint8_t *bytes, uint64_t count,
                              codecs_message *message) {
    memset(message, 0, sizeof *message);
    codecs_tiff *tiff = calloc(1, sizeof *tiff);
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (tiff != NULL && options != NULL) {
        tiff->fd = fd;
        tiff->bytes = bytes;
        tiff->count = count;
        TIFFOpenOptionsSetMaxSingleMemAlloc(options, MOST_BYTES);
        TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, &tiff->message);
        TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, NULL);
        /* m: no memory map, which a file cut short while it is read would turn into SIGBUS. */
        tiff->tiff = TIFFClientOpenExt("TIFF", "rm", tiff, on_read, on_write, on_seek, on_close,
                                       on_size, NULL, NULL, options);
        *message = tiff->message;
    }
    if (options != NULL)
        TIFFOpenOptionsFree(options);
    if (tiff != NULL && tiff->tiff == NULL) {
        free(tiff);
        tiff = NULL;
    }
    return tiff;
}

void codecs_tiff_close(codecs_tiff *tiff) {
    if (tiff == NULL)
        return;
    TIFFClose(tiff->tiff);
    free(tiff);
}

/* Whether the stored samples are what we want: 8- or 16-bit grey or RGB, pixel by pixel. */
static int is_native(TIFF *tif, uint16_t *samples, uint16_t *bits) {
    uint16_t photometric = 0, planar = 0, sample_format = 0;
    *samples = *bits = 0;
    if (!TIFFGetField(tif, TIFFTAG_PHOTOMETRIC, &photometric))
        return 0;
    TIFFGetFieldDefaulted(tif, TIFFTAG_SAMPLESPERPIXEL, samples);
    TIFFGetFieldDefaulted(tif, TIFFTAG_BITSPERSAMPLE, bits);
    TIFFGetFieldDefaulted(tif, TIFFTAG_PLANARCONFIG, &planar);
    TIFFGetFieldDefaulted(tif, TIFFTAG_SAMPLEFORMAT, &sample_format);
    int grey = photometric == PHOTOMETRIC_MINISBLACK && (*samples == 1 || *samples == 2);
    int colour = photometric == PHOTOMETRIC_RGB && (*samples == 3 || *samples == 4);
    return (grey || colour) && (*bits == 8 || *bits == 16) &&
           (planar == PLANARCONFIG_CONTIG || *samples == 1) &&
           (sample_format == SAMPLEFORMAT_UINT || sample_format == SAMPLEFORMAT_VOID);
}

codecs_status codecs_tiff_select(codecs_tiff *tiff, uint32_t page, codecs_tiff_page *info) {
    TIFF *tif = tiff->tiff;
    uint16_t samples, bits, compression = COMPRESSION_NONE;
    uint32_t kind = 0;
    memset(info, 0, sizeof *info);
    memset(&tiff->message, 0, sizeof tiff->message);
    if (page > 0 && TIFFCurrentDirectory(tif) + 1 == page && TIFFLastDirectory(tif))
        return CODECS_END;
    int moved = page == 0                             ? TIFFSetDirectory(tif, 0)
                : TIFFCurrentDirectory(tif) + 1 == page ? TIFFReadDirectory(tif)
                                                        : TIFFSetDirectory(tif, page);
    if (!moved) {
        info->message = tiff->message;
        return CODECS_DAMAGED;
    }
    if (!TIFFGetField(tif, TIFFTAG_IMAGEWIDTH, &info->width) ||
        !TIFFGetField(tif, TIFFTAG_IMAGELENGTH, &info->height)) {
        snprintf(info->message.text, sizeof info->message.text, "no width or height");
        return CODECS_DAMAGED;
    }
    TIFFGetFieldDefaulted(tif, TIFFTAG_COMPRESSION, &compression);
    TIFFGetFieldDefaulted(tif, TIFFTAG_SUBFILETYPE, &kind);
    info->is_secondary = (kind & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) != 0;
    info->is_compressed = compression != COMPRESSION_NONE;
    info->is_native = (uint32_t)is_native(tif, &samples, &bits);
    info->channels = info->is_native ? samples : 4;
    info->word_bytes = info->is_native ? bits / 8u : 1;
    return CODECS_OK;
}

static int decode_strips(TIFF *tif, uint8_t *pixels, const codecs_tiff_page *info,
                         size_t row_bytes) {
    uint32_t rows_per_strip = 0;
    TIFFGetFieldDefaulted(tif, TIFFTAG_ROWSPERSTRIP, &rows_per_strip);
    if (rows_per_strip == 0 || (size_t)TIFFScanlineSize(tif) != row_bytes)
        return 0;
    for (uint32_t y = 0; y < info->height;) {
        uint32_t left = info->height - y;
        uint32_t rows = rows_per_strip < left ? rows_per_strip : left;
        tmsize_t wanted = (tmsize_t)(row_bytes * rows);
        tmsize_t got = TIFFReadEncodedStrip(tif, TIFFComputeStrip(tif, y, 0),
                                            pixels + row_bytes * y, wanted);
        if (got != wanted)
            return 0;
        y += rows;
    }
    return 1;
}

static int decode_tiles(TIFF *tif, uint8_t *pixels, const codecs_tiff_page *info,
                        size_t row_bytes) {
    uint32_t tile_width = 0, tile_height = 0;
    TIFFGetField(tif, TIFFTAG_TILEWIDTH, &tile_width);
    TIFFGetField(tif, TIFFTAG_TILELENGTH, &tile_height);
    size_t pixel_bytes = (size_t)info->channels * info->word_bytes;
    tmsize_t tile_bytes = TIFFTileSize(tif), tile_row = TIFFTileRowSize(tif);
    if (tile_width == 0 || tile_height == 0 || tile_bytes <= 0 || tile_bytes > MOST_BYTES ||
        (uint64_t)tile_row != (uint64_t)tile_width * pixel_bytes ||
        (uint64_t)tile_bytes != (uint64_t)tile_row * tile_height)
        return 0;
    uint8_t *tile = malloc((size_t)tile_bytes);
    if (tile == NULL)
        return 0;
    int sound = 1;
    for (uint64_t y = 0; sound && y < info->height; y += tile_height) {
        for (uint64_t x = 0; sound && x < info->width; x += tile_width) {
            uint32_t index = TIFFComputeTile(tif, (uint32_t)x, (uint32_t)y, 0, 0);
            sound = TIFFReadEncodedTile(tif, index, tile, tile_bytes) == tile_bytes;
            uint64_t columns = info->width - x < tile_width ? info->width - x : tile_width;
            uint64_t rows = info->height - y < tile_height ? info->height - y : tile_height;
            for (uint64_t row = 0; sound && row < rows; row++)
                memcpy(pixels + (y + row) * row_bytes + x * pixel_bytes,
                       tile + row * (size_t)tile_row, columns * pixel_bytes);
        }
    }
    free(tile);
    return sound;
}

codecs_status codecs_tiff_decode(codecs_tiff *tiff, uint8_t *pixels, size_t capacity,
                                 codecs_tiff_page *info) {
    TIFF *tif = tiff->tiff;
    size_t row_bytes = (size_t)info->width * info->channels * info->word_bytes;
    int sound;
    if (info->height == 0 || row_bytes > capacity / info->height)
        return CODECS_CAPACITY;
    memset(&tiff->message, 0, sizeof tiff->message);
    if (!info->is_native) {
        char reason[1024] = "";
        if (!TIFFRGBAImageOK(tif, reason)) {
            snprintf(info->message.text, sizeof info->message.text, "%.*s",
                     (int)sizeof info->message.text - 1, reason);
            return CODECS_UNSUPPORTED;
        }
        /* The raster is words of R, G, B, A from the low byte up, so bytes in this order on a
         * little-endian processor; on others the words are turned below. */
        sound = TIFFReadRGBAImageOriented(tif, info->width, info->height, (uint32_t *)pixels,
                                          ORIENTATION_TOPLEFT, 1);
    } else if (TIFFIsTiled(tif)) {
        sound = decode_tiles(tif, pixels, info, row_bytes);
    } else {
        sound = decode_strips(tif, pixels, info, row_bytes);
    }
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    if (!info->is_native)
        TIFFSwabArrayOfLong((uint32_t *)pixels, (tmsize_t)info->width * info->height);
    else if (info->word_bytes == 2)
        TIFFSwabArrayOfShort((uint16_t *)pixels, (tmsize_t)(row_bytes * info->height / 2));
#endif
    info->message = tiff->message;
    return sound ? CODECS_OK : CODECS_DAMAGED;
}
