#!/usr/bin/env python3
"""Makes the small focus stacks of Tests/Regression/stacks from a collection of the large ones.

    python3 -m venv venv && venv/bin/pip install numpy pillow tifffile imagecodecs
    venv/bin/python Scripts/make-sample-stacks.py COLLECTION

Tests/Regression/stacks/ORIGIN.md says whose they are and what is done to them.
"""

import sys
from pathlib import Path

import tifffile
from PIL import Image

STACKS = Path(__file__).resolve().parent.parent / "Tests" / "Regression" / "stacks"


def frames(name):
    folder = STACKS / name
    folder.mkdir(parents=True, exist_ok=True)
    source = Path(sys.argv[1]) / "focus" / name.removesuffix("-middle")
    return folder, enumerate(sorted(source.iterdir()))


if len(sys.argv) != 2:
    sys.exit(__doc__)
folder, paths = frames("beetle")
for index, path in paths:
    frame = Image.open(path).convert("RGB")
    small = frame.resize((frame.width // 2, frame.height // 2), Image.Resampling.BOX)
    small.save(folder / f"{index:02}.jpg", quality=85)
folder, paths = frames("mitochondria-middle")
for index, path in paths:
    part = tifffile.imread(path)[256:448, 192:320]
    tifffile.imwrite(folder / f"{index:02}.tif", part, compression="zlib", predictor=True)
