#!/usr/bin/env python3
"""Computes what the regression tests expect, without any of the library's code.

    python3 -m venv venv && venv/bin/pip install numpy pillow tifffile imagecodecs opencv-python-headless
    venv/bin/python Scripts/expected_metering.py            # writes Tests/Regression/expected.json
    venv/bin/python Scripts/expected_metering.py --check    # fails where the file would change

Frames are decoded by Pillow, OpenCV and tifffile, and counted by NumPy on whole arrays, as the
documentation of Sources/Statistics, Metering and WhiteBalance defines the numbers. The library reads
rows once, in C and in Swift; so both can be wrong only in different ways. Numbers that the library
only estimates (light of zones, gray world) are computed here from the pixels, and the tests hold
the estimate to what its documentation promises.
"""

import json
import sys
from pathlib import Path

import cv2
import numpy
import PIL
import tifffile
from PIL import Image

HERE = Path(__file__).resolve().parent.parent / "Tests" / "Regression"
FRAMES = HERE / "frames"

# Pictures that the library refuses: no camera sends them.
REFUSED = ["made/face-cmyk.jpg", "made/face-float.tif"]

# What v4l2-ctl would have been told: raw dumps have no header.
DUMPS = {
    "nikon_384x256_RG14.raw": dict(format="RG14", width=384, height=256, black=600, white=15520),
    "openisp_256x192_RG10.raw": dict(format="RG10", width=256, height=192, black=0, white=1023),
}

GRID = (32, 24)
SHARES = (0.01, 0.05, 0.5, 0.95, 0.99)
STEPS = {"every": (1, 1), "by4x4": (4, 4)}
LUMA_WEIGHTS = numpy.array([77, 150, 29])  # BT.601 in 1/256
KR, KB = 0.299, 0.114


class Frame:
    """Decoded samples with what they mean; `planes` are integer arrays."""

    def __init__(self, file, code, planes, response, page=0, cfa=None, bits=8, levels=None,
                 lossless=True, alone=True):
        self.file, self.code, self.page, self.cfa, self.bits = file, code, page, cfa, bits
        self.planes = [plane.astype(numpy.int64) for plane in planes]
        self.response, self.lossless, self.alone = response, lossless, alone
        step, greatest = 1 << (bits - 8), (1 << bits) - 1
        # SignalLevels: full range unless the format or the user says otherwise.
        if code == "YU12":
            self.black, self.white = 16, 235
            self.low, self.high = 16, 235
        elif levels:
            self.black, self.white = levels
            self.low, self.high = self.black, self.white - step
        else:
            self.black, self.white = 0, greatest
            self.low, self.high = (1 if bits == 8 else 0), greatest - step

    def place(self, code):
        return (code - self.black) / (self.white - self.black)

    def light(self, code):
        return decode(self.response, numpy.clip(self.place(numpy.asarray(code, float)), 0, 1))


def decode(response, encoded):
    """Linear light of encoded values in 0...1."""
    if response == "linear":
        return encoded
    if response == "sRGB":  # IEC 61966-2-1
        return numpy.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)
    if response == "bt709":  # BT.709-6 item 1.2 with unrounded constants
        alpha, beta = 1.09929682680944, 0.018053968510807
        return numpy.where(encoded <= 4.5 * beta, encoded / 4.5,
                           ((encoded + alpha - 1) / alpha) ** (1 / 0.45))
    return encoded ** float(response)


# Decoding ---------------------------------------------------------------------------------------


def read_all():
    for path in sorted(FRAMES.rglob("*"), key=lambda path: str(path.relative_to(FRAMES))):
        name = str(path.relative_to(FRAMES))
        if path.is_dir() or "LICENSES" in name or path.suffix == ".md" or name in REFUSED:
            continue
        yield from read(path, name)


def read(path, name):
    kind = path.suffix
    if name in DUMPS:
        yield from [read_dump(path, name)]
    elif kind in (".jpg", ".jpeg"):
        yield picture(name, numpy.asarray(Image.open(path)), "sRGB", lossless=False)
    elif kind == ".png":
        yield read_png(path, name)
    elif kind in (".pgm", ".ppm"):
        pixels = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
        yield picture(name, pixels if pixels.ndim == 2 else pixels[:, :, ::-1])
    elif kind == ".y4m":
        yield from read_y4m(path, name)
    elif kind == ".dng":
        yield read_dng(path, name)
    elif kind == ".tif":
        yield from read_tiff(path, name)
    else:
        sys.exit(f"{name}: no decoder; add one or list it as refused")


def picture(name, pixels, response=None, **more):
    """Grey or RGB with 8 or 16 bits; alpha is dropped; 16 bits are linear unless the file speaks."""
    deep = pixels.dtype.itemsize == 2
    if pixels.ndim == 3 and pixels.shape[2] in (2, 4):
        pixels = pixels[:, :, : pixels.shape[2] - 1]
    if pixels.ndim == 3 and pixels.shape[2] == 1:
        pixels = pixels[:, :, 0]
    grey = pixels.ndim == 2
    code = ("Y16 " if deep else "GREY") if grey else ("RGB6" if deep else "RGB3")
    planes = [pixels] if grey else [pixels[:, :, channel] for channel in range(3)]
    response = response or ("linear" if deep else "sRGB")
    return Frame(name, code, planes, response, bits=16 if deep else 8, **more)


def read_png(path, name):
    image = Image.open(path)
    response = None
    if "srgb" in image.info:
        response = "sRGB"
    elif "gamma" in image.info:
        gamma = image.info["gamma"]
        is_srgb = abs(gamma - 0.45455) < 1e-4
        response = "sRGB" if is_srgb else str(1 / gamma)
    if image.mode == "P":
        return picture(name, numpy.asarray(image.convert("RGB")), response)
    pixels = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if pixels.dtype == numpy.uint16:  # Pillow would make 8 bits of 16-bit colour.
        return picture(name, pixels if pixels.ndim == 2 else pixels[:, :, ::-1], response)
    return picture(name, numpy.asarray(image), response)


def read_tiff(path, name):
    with tifffile.TiffFile(path) as file:
        pages = [page for page in file.pages if not page.subfiletype & 0b101]
        for index, page in enumerate(pages):
            pixels = page.asarray()
            if page.photometric == tifffile.PHOTOMETRIC.PALETTE:
                pixels = (page.colormap.T[pixels] >> 8).astype(numpy.uint8)
            yield picture(name, pixels, page=index, alone=len(pages) == 1,
                          lossless=page.compression != tifffile.COMPRESSION.JPEG)


def read_dng(path, name):
    """The active area, whose corner CFAPattern counts from, without a first odd row or column.

    libraw, which the library reads raw files with, begins the visible area where the whole mosaic's
    pattern begins (seen in rawpy's raw_image_visible too).
    """
    with tifffile.TiffFile(path) as file:
        page = file.pages[0]
        top, left, bottom, right = page.tags["ActiveArea"].value
        levels = page.tags["BlackLevel"].value, page.tags["WhiteLevel"].value
        pattern = page.tags["CFAPattern"].value
        mosaic = page.asarray()[top + top % 2 : bottom, left + left % 2 : right]
    letters = ["RGB"[colour] for colour in pattern]
    order = "".join(letters[y * 2 + x] for y in (top % 2, 1 - top % 2)
                    for x in (left % 2, 1 - left % 2))
    bits = next(bits for bits in (10, 12, 14, 16) if levels[1] < 1 << bits)
    return Frame(name, {"GBRG": "GB", "RGGB": "RG"}[order] + str(bits), [mosaic], "linear",
                 cfa=order, bits=bits, levels=levels)


def read_dump(path, name):
    told = DUMPS[name]
    mosaic = numpy.fromfile(path, "<u2").reshape(told["height"], told["width"])
    levels = (told["black"], told["white"])
    return Frame(name, told["format"], [mosaic], "linear", cfa="RGGB",
                 bits=int(told["format"][2:]), levels=levels)


def read_y4m(path, name):
    header, _, rest = path.read_bytes().partition(b"\n")
    words = {word[:1]: word[1:] for word in header.split()[1:]}
    width, height = int(words[b"W"]), int(words[b"H"])
    assert words[b"C"].startswith(b"420") and width % 2 == 0 and height % 2 == 0
    size, page = width * height * 3 // 2, 0
    while rest:
        head, _, rest = rest.partition(b"\n")
        assert head.startswith(b"FRAME")
        data, rest = numpy.frombuffer(rest[:size], numpy.uint8), rest[size:]
        luma, cb, cr = numpy.split(data, [width * height, width * height * 5 // 4])
        half = (height // 2, width // 2)
        yield Frame(name, "YU12", [luma.reshape(height, width), cb.reshape(half), cr.reshape(half)],
                    "bt709", page=page, alone=False)
        page += 1


# Counting ---------------------------------------------------------------------------------------


class Signal:
    """A frame as luma samples and cells."""

    def __init__(self, frame):
        self.frame = frame
        build = {"YU12": self.of_yuv}.get(frame.code, self.of_mosaic if frame.cfa else (
            self.of_grey if len(frame.planes) == 1 else self.of_rgb))
        self.cell = (1, 1)  # samples across and down
        self.scale = 1  # pixels across a sample
        self.codes = 1  # codes summed in a sample
        build()
        sample_bits = frame.bits + (2 if frame.cfa else 0)
        self.bin_count = 1024 if frame.bits > 8 else 256
        self.shift = sample_bits - (10 if frame.bits > 8 else 8)
        self.classes()

    def of_grey(self):
        self.luma = self.frame.planes[0]
        self.peak = self.luma
        self.channels = []

    def of_rgb(self):
        stack = numpy.stack(self.frame.planes, axis=-1)
        self.luma = (stack @ LUMA_WEIGHTS + 128) // 256
        self.peak = stack.max(axis=-1)
        self.channels = self.frame.planes

    def of_mosaic(self):
        mosaic = self.frame.planes[0]
        mosaic = mosaic[: mosaic.shape[0] // 2 * 2, : mosaic.shape[1] // 2 * 2]
        quad = [mosaic[y::2, x::2] for y in (0, 1) for x in (0, 1)]
        self.luma = sum(quad)
        self.peak = numpy.maximum.reduce(quad)
        letters = self.frame.cfa
        red, blue = letters.index("R"), letters.index("B")
        # The green of red's row is red's neighbour across, which differs in the lowest bit.
        self.channels = [quad[red], quad[red ^ 1], quad[blue], quad[blue ^ 1]]
        self.scale, self.codes = 2, 4

    def of_yuv(self):
        self.luma, cb, cr = self.frame.planes
        self.cell = (2, 2)
        # R, G, B above Y in luma codes; coefficients in 1/64, rounded, as ZoneStatistics says.
        kg, scale = 1 - KR - KB, 64 * 219 / 224
        whole = lambda value: int(numpy.floor(value + 0.5))
        to_red, to_blue = whole(2 * (1 - KR) * scale), whole(2 * (1 - KB) * scale)
        cb_to_green = whole(2 * (1 - KB) * KB / kg * scale)
        cr_to_green = whole(2 * (1 - KR) * KR / kg * scale)
        blue, red = cb - 128, cr - 128
        above = [numpy.floor_divide(sixty_fourths + 32, 64) for sixty_fourths in (
            to_red * red, to_blue * blue, -cb_to_green * blue - cr_to_green * red)]
        peaks = blocks(self.luma, 2, 2).max(axis=(1, 3))
        self.peak = peaks + numpy.maximum(0, numpy.maximum.reduce(above))
        self.channels = [cb, cr]

    def classes(self):
        """Sorts cells into clipped high, clipped low and unclipped."""
        frame, (width, height) = self.frame, self.cell
        self.cell_luma = blocks(self.luma, height, width).sum(axis=(1, 3))
        samples = width * height * self.codes
        self.is_high = self.peak >= frame.high
        self.is_low = ~self.is_high & (self.cell_luma <= frame.low * samples)
        self.is_unclipped = ~(self.is_high | self.is_low)
        self.saturated = self.is_high.repeat(height, axis=0).repeat(width, axis=1)

    def code_of_bin(self, bin):
        first = numpy.asarray(bin) << self.shift
        return (first + first + (1 << self.shift) - 1) / 2 / self.codes


def blocks(plane, height, width):
    """A plane as (rows, height, columns, width); remainders are left out."""
    rows, columns = plane.shape[0] // height, plane.shape[1] // width
    return plane[: rows * height, : columns * width].reshape(rows, height, columns, width)


def edges(length, parts, granule):
    """Even shares, inner edges rounded to granules, halves up."""
    parts = max(1, min(parts, length // granule))
    shares = [(2 * length * index + parts * granule) // (2 * parts * granule) * granule
              for index in range(parts)]
    return shares + [length]


def by_zone(values, columns, rows):
    """Sums of a plane over the zones, row by row; edges count in the plane's own units."""
    whole = numpy.zeros((values.shape[0] + 1, values.shape[1] + 1), values.dtype)
    whole[1:, 1:] = values.cumsum(axis=0).cumsum(axis=1)
    corners = whole[numpy.ix_(rows, columns)]
    return (corners[1:, 1:] - corners[:-1, 1:] - corners[1:, :-1] + corners[:-1, :-1]).ravel()


def band(values, unusable):
    """dx² + dy² of forward differences where both exist and count, and the points."""
    here, right, below = values[:-1, :-1], values[:-1, 1:], values[1:, :-1]
    counts = ~(unusable[:-1, :-1] | unusable[:-1, 1:] | unusable[1:, :-1])
    energy = ((right - here) ** 2 + (below - here) ** 2) * counts
    return energy, counts.astype(numpy.int64)


def focus_bands(signal):
    """The three bands as (samples across a point, energy, points)."""
    near = numpy.pad(signal.saturated, 1)
    height, width = signal.luma.shape
    unusable = numpy.zeros((height, width), bool)
    for dy in range(3):
        for dx in range(3):
            unusable |= near[dy : dy + height, dx : dx + width]
    yield (1, *band(signal.luma, unusable))
    for size, divisor in (4, 1), (16, 16):
        sums = blocks(signal.luma, size, size).sum(axis=(1, 3)) // divisor
        yield (size, *band(sums, blocks(unusable, size, size).any(axis=(1, 3))))


def fnv1a(values):
    """FNV-1a of 64 bits over the values as little-endian 64-bit words."""
    state = 0xCBF29CE484222325
    for byte in numpy.asarray(values, "<u8").tobytes():
        state = (state ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{state:016x}"


def histograms(signal, columns, rows):
    """The histogram of each decimation, with percentiles and the zones' 16 bins."""
    height, width = signal.luma.shape
    bin_of_sample = signal.luma >> signal.shift
    zone_bin = zone_bins(signal)
    column = numpy.searchsorted(columns, numpy.arange(width), side="right") - 1
    row = numpy.searchsorted(rows, numpy.arange(height), side="right") - 1
    zone = row[:, None] * (len(columns) - 1) + column[None, :]
    result = {}
    for name, steps in STEPS.items():
        across, down = (max(1, step // signal.scale) for step in steps)
        taken = bin_of_sample[::down, ::across]
        counts = numpy.bincount(taken.ravel(), minlength=signal.bin_count)
        zone_of_taken = zone[::down, ::across] * 16 + zone_bin[taken]
        of_zones = numpy.bincount(
            zone_of_taken.ravel(), minlength=(len(columns) - 1) * (len(rows) - 1) * 16)
        fullest = numpy.argsort(-counts, kind="stable")[:4]
        running = counts.cumsum()
        first = [int(numpy.searchsorted(running, max(1, share * running[-1]))) for share in SHARES]
        result[name] = {
            "counts": counts,
            "json": {
                "samples": int(running[-1]),
                "percentiles": [float(signal.code_of_bin(bin)) for bin in first],
                "sixteenths": counts.reshape(16, -1).sum(axis=1).tolist(),
                "fullest": [[int(bin), int(counts[bin])] for bin in sorted(fullest)],
                "checksum": fnv1a(counts),
                "zonesChecksum": fnv1a(of_zones),
            },
        }
    return result


def zone_bins(signal):
    """The zone bin of each bin: even for 8-bit video, by square root for linear signals."""
    bins = numpy.arange(signal.bin_count)
    if not signal.frame.cfa and signal.frame.bits == 8:
        return bins * 16 // signal.bin_count
    place = numpy.clip(signal.frame.place(signal.code_of_bin(bins)), 0, 1)
    return numpy.minimum((numpy.sqrt(place) * 16).astype(int), 15)


# Metering ---------------------------------------------------------------------------------------


def stops(linear):
    return float(numpy.clip(numpy.log2(linear / 0.18), -20, 20)) if linear > 0 else -20.0


def metering(signal, columns, rows, counts):
    frame = signal.frame
    light_of_bin = frame.light(signal.code_of_bin(numpy.arange(signal.bin_count)))
    if frame.response == "linear":
        # Codes are light: the zones' exact sums, each held to 0…1, by their size.
        size = by_zone(numpy.ones_like(signal.luma, float), columns, rows)
        codes = by_zone(signal.luma.astype(float), columns, rows) / size / signal.codes
        average = float((size * numpy.clip(frame.place(codes), 0, 1)).sum() / size.sum())
    else:
        average = float((counts * light_of_bin).sum() / counts.sum())
    light = frame.light(signal.luma / signal.codes)
    ones = numpy.ones_like(light)
    samples = by_zone(ones, columns, rows)
    zone_light = by_zone(light, columns, rows) / samples
    weights = samples * bell(frame, signal.scale, columns, rows)
    centre = float((weights * zone_light).sum() / weights.sum())
    percentile = lambda share: signal.code_of_bin(
        int(numpy.searchsorted(counts.cumsum(), share * counts.sum())))
    least = float(decode(frame.response, numpy.float64(1 / (frame.white - frame.black)))) / 2
    dark, bright = (max(least, float(frame.light(percentile(share)))) for share in (0.05, 0.95))
    return {
        "average": {"linear": average, "stops": stops(average)},
        "averageOfPixels": float(light.mean()),
        "contrast": float(numpy.log2(bright / dark)),
        "clippedShares": [float(flags.mean()) for flags in (signal.is_high, signal.is_low)],
        "centreWeighted": {"linear": centre, "stops": stops(centre)},
        "zoneLight": [[zone, round(float(zone_light[zone]), 7)]
                      for zone in range(0, len(zone_light), 29)],
    }


def bell(frame, scale, columns, rows):
    """2^-(d / 0.3)² at each zone's middle, d in frame heights from the frame's middle."""
    height, width = frame.planes[0].shape
    middles = lambda places: (numpy.array(places[:-1]) + numpy.array(places[1:])) * scale / 2
    dx = (middles(columns) - width / 2) / height
    dy = (middles(rows) - height / 2) / height
    return 2 ** -((dx[None, :] ** 2 + dy[:, None] ** 2) / 0.3**2).ravel()


def gray_world(signal):
    """Means of each channel's light over the unclipped cells, from the pixels."""
    frame, counts = signal.frame, signal.is_unclipped
    if not signal.channels or not counts.any():
        return None
    if frame.code == "YU12":
        colours = yuv_colours(signal)
        counts = counts.repeat(2, axis=0).repeat(2, axis=1)
    elif frame.cfa:
        red, green, blue, other_green = signal.channels
        colours = [frame.place(red), frame.place((green + other_green) / 2), frame.place(blue)]
    else:
        colours = [frame.place(channel) for channel in signal.channels]
    # Noise below black is part of a linear mean; a curve is defined in 0...1 only.
    if frame.response != "linear":
        colours = [decode(frame.response, numpy.clip(colour, 0, 1)) for colour in colours]
    red, green, blue = (float(colour[counts].mean()) for colour in colours)
    return {"means": [red, green, blue], "gains": [green / red, green / blue]}


def yuv_colours(signal):
    """R'G'B' of every pixel, BT.601-7 section 2.5."""
    luma, cb, cr = signal.frame.planes
    full = lambda plane: ((plane - 128) / 224).repeat(2, axis=0).repeat(2, axis=1)
    y, cb, cr = signal.frame.place(luma), full(cb), full(cr)
    red, blue = y + 2 * (1 - KR) * cr, y + 2 * (1 - KB) * cb
    return [red, (y - KR * red - KB * blue) / (1 - KR - KB), blue]


# Writing ----------------------------------------------------------------------------------------


def expectation(frame):
    signal = Signal(frame)
    height, width = signal.luma.shape
    columns, rows = edges(width, GRID[0], 8), edges(height, GRID[1], 4)
    across, down = signal.cell
    cell_edges = ([edge // across for edge in columns], [edge // down for edge in rows])
    of_cells = lambda plane: by_zone(plane.astype(numpy.int64), *cell_edges)
    unclipped = signal.is_unclipped
    table = {
        "cells": of_cells(numpy.ones_like(unclipped)),
        "clippedHigh": of_cells(signal.is_high),
        "clippedLow": of_cells(signal.is_low),
        "lumaSum": by_zone(signal.luma, columns, rows),
        "unclippedLumaSum": of_cells(signal.cell_luma * unclipped),
    }
    nothing = numpy.zeros_like(signal.cell_luma)
    for index, channel in enumerate((signal.channels + [nothing] * 4)[:4]):
        table[f"channel{index + 1}"] = of_cells(channel * unclipped)
    for name, (size, energy, points) in zip(("fine", "medium", "coarse"), focus_bands(signal)):
        # A point belongs to the zone of its left upper sample.
        places = [numpy.minimum(-(-numpy.array(edge) // size), limit).tolist()
                  for edge, limit in ((columns, energy.shape[1]), (rows, energy.shape[0]))]
        table[name] = by_zone(energy, *places)
        table[f"{name}Points"] = by_zone(points, *places)
    counted = histograms(signal, columns, rows)
    row_sums = signal.luma.sum(axis=1)
    result = {
        "file": frame.file, "page": frame.page, "isAlone": frame.alone,
        "isLossless": frame.lossless, "format": frame.code, "response": frame.response,
        "dump": DUMPS.get(frame.file),
        "width": frame.planes[0].shape[1], "height": frame.planes[0].shape[0],
        "levels": [frame.black, frame.white, frame.low, frame.high],
        "columnEdges": [edge * signal.scale for edge in columns],
        "rowEdges": [edge * signal.scale for edge in rows],
        "lumaMean": float(signal.luma.mean()) / signal.codes,
        "totals": {name: int(values.sum()) for name, values in table.items()},
        "zoneChecksums": {name: fnv1a(values) for name, values in table.items()},
        "rows": {"checksum": fnv1a(row_sums), "samples": width,
                 "some": [[y, int(row_sums[y])] for y in (0, height // 2, height - 1)]},
        "histograms": {name: entry["json"] for name, entry in counted.items()},
        "grayWorld": gray_world(signal),
        **metering(signal, columns, rows, counted["every"]["counts"]),
    }
    if not frame.lossless:
        # Decoders differ by a code here and there, so these would say nothing.
        del result["zoneChecksums"], result["rows"]["checksum"]
        for entry in result["histograms"].values():
            del entry["checksum"], entry["zonesChecksum"], entry["fullest"]
    return result


def main():
    import imagecodecs
    tools = {"numpy": numpy, "Pillow": PIL, "OpenCV": cv2, "tifffile": tifffile,
             "imagecodecs": imagecodecs}
    expected = {
        "madeBy": "Scripts/expected_metering.py",
        "tools": {"Python": sys.version.split()[0],
                  **{name: tool.__version__ for name, tool in tools.items()}},
        "refused": REFUSED,
        "frames": [expectation(frame) for frame in read_all()],
    }
    text = json.dumps(expected, indent=1)
    # A list of numbers is one thought, so it gets one line.
    import re
    text = re.sub(r"\[[^\[\]{}\"]*\]", lambda list: re.sub(r"\s+", " ", list[0]), text) + "\n"
    target = HERE / "expected.json"
    if "--check" in sys.argv:
        sys.exit(0 if target.read_text() == text else f"{target.name} would change")
    target.write_text(text)
    print(f"{len(expected['frames'])} frames")


if __name__ == "__main__":
    main()
