#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libraw/libraw.h>

#include "CImageCodecs.h"

/* 1 GiB: as large as the largest frame that is read. */
#define MOST_MEGABYTES 1024

/* libraw goes on after bad data; the first place is kept, -1 where the data ended early. */
struct damage {
    int happened;
    int offset;
};

static void on_data_error(void *user, const char *file, const int offset) {
    struct damage *damage = user;
    (void)file;
    if (!damage->happened)
        damage->offset = offset;
    damage->happened = 1;
}

static codecs_status check_damage(const struct damage *damage, codecs_raw_info *info) {
    if (!damage->happened)
        return CODECS_OK;
    if (damage->offset < 0)
        return CODECS_TRUNCATED;
    snprintf(info->message.text, sizeof info->message.text, "bad data near byte %d",
             damage->offset);
    return CODECS_DAMAGED;
}

struct codecs_raw {
    libraw_data_t *raw;
    struct damage damage;
};

static codecs_status refuse(codecs_raw_info *info, codecs_status status, const char *text) {
    snprintf(info->message.text, sizeof info->message.text, "%s", text);
    return status;
}

static codecs_status status_of(int error, codecs_raw_info *info) {
    codecs_status status = CODECS_DAMAGED;
    if (error == LIBRAW_SUCCESS)
        return CODECS_OK;
    if (error == LIBRAW_UNSUFFICIENT_MEMORY || error == LIBRAW_TOO_BIG)
        status = CODECS_NO_MEMORY;
    else if (error == LIBRAW_IO_ERROR)
        status = CODECS_TRUNCATED;
    else if (error == LIBRAW_FILE_UNSUPPORTED || error == LIBRAW_NOT_IMPLEMENTED)
        status = CODECS_UNSUPPORTED;
    return refuse(info, status, error > 0 ? strerror(error) : libraw_strerror(error));
}

codecs_status codecs_raw_open(const uint8_t *bytes, size_t count, codecs_raw **raw,
                              codecs_raw_info *info) {
    memset(info, 0, sizeof *info);
    *raw = NULL;
    libraw_data_t *data = libraw_init(0);
    codecs_raw *handle = calloc(1, sizeof *handle);
    if (data == NULL || handle == NULL) {
        if (data != NULL)
            libraw_close(data);
        free(handle);
        return CODECS_NO_MEMORY;
    }
#if LIBRAW_MAJOR_VERSION > 0 || LIBRAW_MINOR_VERSION >= 21
    data->rawparams.max_raw_memory_mb = MOST_MEGABYTES;
#else
    libraw_set_memerror_handler(data, NULL, NULL); /* its own prints */
    data->params.max_raw_memory_mb = MOST_MEGABYTES;
#endif
    handle->raw = data;
    libraw_set_dataerror_handler(data, on_data_error, &handle->damage);
    /* libraw's signature lacks the const; it reads only. */
    codecs_status status = status_of(libraw_open_buffer(data, (void *)bytes, count), info);
    if (status != CODECS_OK) {
        codecs_raw_close(handle);
        return status;
    }
    info->sensor_width = data->sizes.raw_width;
    info->sensor_height = data->sizes.raw_height;
    info->width = data->sizes.width;
    info->height = data->sizes.height;
    *raw = handle;
    return CODECS_OK;
}

void codecs_raw_close(codecs_raw *raw) {
    if (raw == NULL)
        return;
    libraw_close(raw->raw);
    free(raw);
}

static codecs_status read_mosaic(libraw_data_t *data, codecs_raw_info *info) {
    const libraw_iparams_t *camera = &data->idata;
    if (camera->is_foveon)
        return refuse(info, CODECS_UNSUPPORTED, "a Foveon sensor, which has no mosaic");
    if (camera->filters == 9)
        return refuse(info, CODECS_UNSUPPORTED, "an X-Trans mosaic, which repeats every 6 pixels");
    if (data->rawdata.raw_image == NULL || camera->filters < 1000)
        return refuse(info, CODECS_UNSUPPORTED, "no Bayer mosaic (a linear or monochrome raw)");
    if (data->rawdata.ioparams.fuji_width != 0)
        return refuse(info, CODECS_UNSUPPORTED, "a mosaic turned by 45 degrees");
    if (camera->colors != 3 || strncmp(camera->cdesc, "RGBG", 4) != 0)
        return refuse(info, CODECS_UNSUPPORTED, "a mosaic of other colours than R, G and B");
    for (int row = 0; row < 16; row++) {
        for (int column = 0; column < 2; column++) {
            int colour = libraw_COLOR(data, row, column);
            uint32_t plain = colour == 3 ? 1 : (uint32_t)colour;
            uint32_t *place = &info->cfa[row % 2 * 2 + column];
            if (row < 2)
                *place = plain;
            else if (*place != plain)
                return refuse(info, CODECS_UNSUPPORTED, "a mosaic that is not Bayer's");
        }
    }
    return CODECS_OK;
}

/* black is for all, cblack[0..3] comes on top by colour, and behind it a pattern of cblack[4] rows
 * by cblack[5] columns; libraw moves parts from one to the other, the sum stays. */
static double mean_black(const libraw_colordata_t *color) {
    double sum = color->black;
    for (int channel = 0; channel < 4; channel++)
        sum += color->cblack[channel] / 4.0;
    size_t count = (size_t)color->cblack[4] * color->cblack[5];
    if (color->cblack[4] <= 64 && color->cblack[5] <= 64 && count <= LIBRAW_CBLACK_SIZE - 6)
        for (size_t index = 0; index < count; index++)
            sum += color->cblack[6 + index] / (double)count;
    return sum;
}

codecs_status codecs_raw_unpack(codecs_raw *raw, codecs_raw_info *info) {
    libraw_data_t *data = raw->raw;
    codecs_status status = status_of(libraw_unpack(data), info);
    if (status == CODECS_OK)
        status = check_damage(&raw->damage, info);
    if (status == CODECS_OK)
        status = read_mosaic(data, info);
    if (status != CODECS_OK)
        return status;
    const libraw_image_sizes_t *sizes = &data->sizes;
    if (sizes->left_margin + sizes->width > sizes->raw_width ||
        sizes->top_margin + sizes->height > sizes->raw_height ||
        sizes->raw_pitch < sizes->raw_width * 2u)
        return refuse(info, CODECS_DAMAGED, "a visible area outside the sensor");
    info->width = sizes->width;
    info->height = sizes->height;
    info->white = data->color.maximum;
    info->black = mean_black(&data->color);
    for (int channel = 0; channel < 4; channel++) {
        float value = data->color.cam_mul[channel];
        info->multipliers[channel] = isfinite(value) && value > 0 ? value : 0;
    }
    return CODECS_OK;
}

codecs_status codecs_raw_copy(codecs_raw *raw, uint8_t *words, size_t capacity) {
    const libraw_data_t *data = raw->raw;
    const libraw_image_sizes_t *sizes = &data->sizes;
    if (data->rawdata.raw_image == NULL || capacity / 2 < (size_t)sizes->width * sizes->height)
        return CODECS_CAPACITY;
    const uint8_t *top = (const uint8_t *)data->rawdata.raw_image +
                         (size_t)sizes->top_margin * sizes->raw_pitch +
                         (size_t)sizes->left_margin * 2;
    for (size_t y = 0; y < sizes->height; y++) {
        const uint16_t *row = (const uint16_t *)(const void *)(top + y * sizes->raw_pitch);
        uint8_t *out = words + y * sizes->width * 2;
        for (size_t x = 0; x < sizes->width; x++) {
            out[2 * x] = (uint8_t)row[x];
            out[2 * x + 1] = (uint8_t)(row[x] >> 8);
        }
    }
    return CODECS_OK;
}
