#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

#include "CImageCodecs.h"

/* 500 scans are more than any encoder writes; a hostile file can have thousands, each of which
 * costs a pass over the whole picture (libjpeg-turbo's own tools use the same limit). */
#define MOST_SCANS 500

struct reader {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf failed;
    codecs_status status;
    char text[JMSG_LENGTH_MAX];
};

static struct reader *reader_of(j_common_ptr jpeg) { return jpeg->client_data; }

static void on_error(j_common_ptr jpeg) {
    struct reader *reader = reader_of(jpeg);
    int code = jpeg->err->msg_code;
    jpeg->err->format_message(jpeg, reader->text);
    if (code == JERR_OUT_OF_MEMORY)
        reader->status = CODECS_NO_MEMORY;
    else if (code == JERR_INPUT_EOF || code == JERR_INPUT_EMPTY)
        reader->status = CODECS_TRUNCATED;
    else if (code == JERR_BAD_PRECISION || code == JERR_SOF_UNSUPPORTED ||
             code == JERR_ARITH_NOTIMPL || code == JERR_CONVERSION_NOTIMPL)
        reader->status = CODECS_UNSUPPORTED;
    else if (reader->status == CODECS_OK)
        reader->status = CODECS_DAMAGED;
    longjmp(reader->failed, 1);
}

/* libjpeg warns where it invents data. Grey filler would be metered as if it were the scene, so
 * those warnings are failures here; the ones that cost no pixel are let pass. */
static void on_message(j_common_ptr jpeg, int level) {
    struct reader *reader = reader_of(jpeg);
    if (level >= 0)
        return;
    switch (jpeg->err->msg_code) {
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_ADOBE_XFORM:
    case JWRN_JFIF_MAJOR:
    case JWRN_BOGUS_ICC:
        return;
    case JWRN_JPEG_EOF:
    case JWRN_HIT_MARKER:
        reader->status = CODECS_TRUNCATED;
        break;
    default:
        reader->status = CODECS_DAMAGED;
        break;
    }
    on_error(jpeg);
}

static void on_output(j_common_ptr jpeg) { (void)jpeg; }

static void on_progress(j_common_ptr jpeg) {
    struct reader *reader = reader_of(jpeg);
    if (((j_decompress_ptr)jpeg)->input_scan_number > MOST_SCANS) {
        reader->status = CODECS_DAMAGED;
        snprintf(reader->text, sizeof reader->text, "more than %d scans", MOST_SCANS);
        longjmp(reader->failed, 1);
    }
}

static void prepare(struct reader *reader) {
    memset(reader, 0, sizeof *reader);
    reader->jpeg.err = jpeg_std_error(&reader->errors);
    reader->errors.error_exit = on_error;
    reader->errors.emit_message = on_message;
    reader->errors.output_message = on_output;
    reader->jpeg.client_data = reader;
}

/* Reads the header and chooses the output; -1 leaves a status and a text. */
static int begin(struct reader *reader, const uint8_t *bytes, size_t count,
                 codecs_jpeg_info *info) {
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    jpeg_create_decompress(jpeg);
    reader->progress.progress_monitor = on_progress;
    jpeg->progress = &reader->progress;
    jpeg_mem_src(jpeg, bytes, count);
    jpeg_read_header(jpeg, TRUE);
    info->width = jpeg->image_width;
    info->height = jpeg->image_height;
    switch (jpeg->jpeg_color_space) {
    case JCS_GRAYSCALE:
        jpeg->out_color_space = JCS_GRAYSCALE;
        info->components = 1;
        return 0;
    case JCS_YCbCr:
    case JCS_RGB:
        jpeg->out_color_space = JCS_RGB;
        info->components = 3;
        return 0;
    case JCS_CMYK:
    case JCS_YCCK:
        snprintf(reader->text, sizeof reader->text, "a CMYK picture, made for printing");
        break;
    default:
        snprintf(reader->text, sizeof reader->text, "a picture of %d unnamed components",
                 jpeg->num_components);
        break;
    }
    reader->status = CODECS_UNSUPPORTED;
    return -1;
}

static void decode(struct reader *reader, uint8_t *pixels, size_t capacity,
                   const codecs_jpeg_info *info) {
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    size_t row_bytes = (size_t)info->width * info->components;
    if (info->height == 0 || row_bytes > capacity / info->height) {
        reader->status = CODECS_CAPACITY;
        return;
    }
    jpeg_start_decompress(jpeg);
    while (jpeg->output_scanline < jpeg->output_height) {
        JSAMPROW row = pixels + row_bytes * jpeg->output_scanline;
        jpeg_read_scanlines(jpeg, &row, 1);
    }
    jpeg_finish_decompress(jpeg);
}

static codecs_status run(const uint8_t *bytes, size_t count, uint8_t *pixels, size_t capacity,
                         codecs_jpeg_info *info) {
    struct reader reader;
    memset(info, 0, sizeof *info);
    prepare(&reader);
    if (setjmp(reader.failed) == 0) {
        if (begin(&reader, bytes, count, info) == 0 && pixels != NULL)
            decode(&reader, pixels, capacity, info);
    }
    jpeg_destroy_decompress(&reader.jpeg);
    snprintf(info->message.text, sizeof info->message.text, "%s", reader.text);
    return reader.status;
}

codecs_status codecs_jpeg_read_header(const uint8_t *bytes, size_t count, codecs_jpeg_info *info) {
    return run(bytes, count, NULL, 0, info);
}

codecs_status codecs_jpeg_decode(const uint8_t *bytes, size_t count, uint8_t *pixels,
                                 size_t capacity, codecs_jpeg_info *info) {
    return run(bytes, count, pixels, capacity, info);
}
