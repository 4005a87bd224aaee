#!/usr/bin/env python3
"""Makes Tests/Regression/frames from the collection of real frames that it is given.

    python3 -m venv venv && venv/bin/pip install numpy pillow tifffile opencv-python-headless
    venv/bin/python Scripts/make-sample-frames.py COLLECTION

COLLECTION holds the folders that ORIGIN.md names as sources (photos, focus, raw, ...). Every file
here is either a copy or a derivation below, so that each can be made again and checked.
"""

import shutil
import struct
import sys
from pathlib import Path

import cv2
import numpy
import tifffile
from PIL import Image

FRAMES = Path(__file__).resolve().parent.parent / "Tests" / "Regression" / "frames"

COPIES = {
    "photos/coins.png": "coins.png",
    "photos/text.png": "text.png",
    "photos/chelsea.png": "chelsea.png",
    "photos/rocket.jpg": "rocket.jpg",
    "mjpeg/test_inside.jpeg": "test_inside.jpeg",
    "exposure/crusader/7.jpeg": "crusader.jpeg",
    "focus/beetle/DSC_0356.jpg": "beetle/DSC_0356.jpg",
    "focus/beetle/DSC_0373.jpg": "beetle/DSC_0373.jpg",
}


def copy(collection):
    for source, target in COPIES.items():
        (FRAMES / target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(collection / source, FRAMES / target)


def crop_nikon(collection):
    """The middle 384x256 of a raw frame; an even offset keeps the filter order RGGB."""
    whole = numpy.fromfile(collection / "raw/nikon/DSC_1339_768x512_rggb.raw", "<u2")
    mosaic = whole.reshape(512, 768)[128:384, 192:576]
    mosaic.astype("<u2").tofile(FRAMES / "nikon_384x256_RG14.raw")
    return mosaic


def crop_openisp(collection):
    whole = numpy.fromfile(collection / "raw/openisp/test.RAW", "<u2").reshape(1080, 1920)
    whole[400:592, 800:1056].astype("<u2").tofile(FRAMES / "openisp_256x192_RG10.raw")


def write_dng(mosaic):
    """A DNG 1.4 of the Nikon mosaic, black 600, white 15520, as-shot neutral of its gains.

    ActiveArea begins at an odd row, so the visible area's filter order is GBRG where the whole
    mosaic's is RGGB; CFAPattern counts from ActiveArea's corner.
    """
    red, blue = 1.94921875, 1.34375
    rational = lambda value: (int(round(value * 1000000)), 1000000)
    matrix = [rational(value) for value in (0.7, -0.1, -0.1, -0.4, 1.2, 0.2, 0.0, 0.1, 0.6)]
    tags = [
        (271, "s", 0, "GrayCard", True),
        (272, "s", 0, "Sample", True),
        (33421, "H", 2, (2, 2), True),  # CFARepeatPatternDim
        (33422, "B", 4, bytes((1, 2, 0, 1)), True),  # CFAPattern: GBRG
        (50706, "B", 4, bytes((1, 4, 0, 0)), True),  # DNGVersion
        (50707, "B", 4, bytes((1, 1, 0, 0)), True),  # DNGBackwardVersion
        (50708, "s", 0, "GrayCard Sample", True),  # UniqueCameraModel
        (50714, "I", 1, 600, True),  # BlackLevel
        (50717, "I", 1, 15520, True),  # WhiteLevel
        (50721, "2i", 9, sum(matrix, ()), True),  # ColorMatrix1
        (50728, "2I", 3, (*rational(1 / red), 1000000, 1000000, *rational(1 / blue)), True),
        (50778, "H", 1, 21, True),  # CalibrationIlluminant1: D65
        (50829, "I", 4, (1, 2, 255, 382), True),  # ActiveArea: top, left, bottom, right
    ]
    tifffile.imwrite(
        FRAMES / "nikon.dng", mosaic.astype("<u2"), photometric=32803, metadata=None,
        software=None, extratags=tags)


def crop_mitochondria(collection):
    """Two pages of 256x256 around the object, big-endian as the originals are."""
    with tifffile.TiffWriter(FRAMES / "mitochondria.tif", byteorder=">") as writer:
        for name in ("z0050.tif", "z0052.tif"):
            whole = tifffile.imread(collection / "focus/mitochondria" / name)
            top, left = whole.shape[0] // 2 - 128, whole.shape[1] // 2 - 128
            page = whole[top : top + 256, left : left + 256]
            writer.write(page, photometric="minisblack", metadata=None, software=None)


def write_y4m(collection):
    """Three frames of the static webcam clip, 15 frames/s, by OpenCV's own Cinepak decoder."""
    clip = cv2.VideoCapture(str(collection / "clips/tree.avi"))
    with open(FRAMES / "tree.y4m", "wb") as file:
        file.write(b"YUV4MPEG2 W160 H120 F15:1 Ip A1:1 C420jpeg\n")
        for _ in range(3):
            sound, frame = clip.read()
            assert sound
            small = cv2.resize(frame, (160, 120), interpolation=cv2.INTER_AREA)
            # OpenCV's I420 is BT.601 in limited range.
            planes = cv2.cvtColor(small, cv2.COLOR_BGR2YUV_I420)
            file.write(b"FRAME\n" + planes.tobytes())


def write_variants():
    """Small pictures of kinds that the collection lacks, all of chelsea's face."""
    face = Image.open(FRAMES / "chelsea.png").convert("RGB").crop((120, 60, 184, 108))
    made = FRAMES / "made"
    made.mkdir(exist_ok=True)
    face.save(made / "face.ppm")
    face.save(made / "face-rgb.png")
    face.quantize(16).save(made / "face-palette.png")
    rgba = face.copy()
    rgba.putalpha(128)
    rgba.save(made / "face-rgba.png")
    face.convert("LA").save(made / "face-la.png")
    face.convert("L").save(made / "face-grey.jpg", quality=90)
    face.save(made / "face-progressive.jpg", quality=90, progressive=True)
    face.save(made / "face-restarts.jpg", quality=90, restart_marker_blocks=4)
    face.convert("CMYK").save(made / "face-cmyk.jpg", quality=90)
    face.save(made / "face-ycbcr.tif", compression="jpeg")
    face.quantize(16).save(made / "face-palette.tif")
    write_deep(face, made)


def write_deep(face, made):
    deep = numpy.asarray(face).astype("u2") * 257
    grey = numpy.asarray(face.convert("L")).astype("u2") * 257
    cv2.imwrite(str(made / "face-rgb16.png"), deep[:, :, ::-1])
    cv2.imwrite(str(made / "face-grey16.png"), grey)
    grey.astype(">u2").tofile(made / "body")
    body = (made / "body").read_bytes()
    (made / "body").unlink()
    (made / "face-grey16.pgm").write_bytes(b"P5\n# 16 bits\n64 48\n65535\n" + body)
    plain = (made / "face-grey16.png").read_bytes()
    for name, chunk in ("srgb", (b"sRGB", b"\0")), ("gamma", (b"gAMA", struct.pack(">I", 50000))):
        (made / f"face-grey16-{name}.png").write_bytes(with_chunk(plain, *chunk))
    tifffile.imwrite(made / "face-tiles.tif", numpy.asarray(face), photometric="rgb",
                     tile=(32, 32), compression="zlib", metadata=None, software=None)
    tifffile.imwrite(made / "face-rgb16.tif", deep, photometric="rgb", rowsperstrip=7,
                     metadata=None, software=None)
    with tifffile.TiffWriter(made / "face-thumbnail.tif") as writer:
        for page, kind in ((numpy.asarray(face)[::4, ::4], 1), (numpy.asarray(face), 0)):
            writer.write(page, photometric="rgb", subfiletype=kind, metadata=None, software=None)
    tifffile.imwrite(made / "face-float.tif", grey.astype("f4"), metadata=None, software=None)


def with_chunk(png, name, body):
    """Puts a chunk behind IHDR, whose end is at byte 33."""
    import zlib
    chunk = struct.pack(">I", len(body)) + name + body
    return png[:33] + chunk + struct.pack(">I", zlib.crc32(name + body)) + png[33:]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    collection = Path(sys.argv[1])
    FRAMES.mkdir(parents=True, exist_ok=True)
    copy(collection)
    write_dng(crop_nikon(collection))
    crop_openisp(collection)
    crop_mitochondria(collection)
    write_y4m(collection)
    write_variants()


if __name__ == "__main__":
    main()
