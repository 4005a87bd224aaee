#!/usr/bin/env python3
"""Labels the windows of focus stacks: where each is sharpest, how far off still counts, or that it is flat.

    python3 -m venv venv && venv/bin/pip install numpy pillow scipy tifffile imagecodecs matplotlib
    venv/bin/python Scripts/focus-labels.py FRAMES            # writes Tests/Regression/focus-labels.tsv
    venv/bin/python Scripts/focus-labels.py FRAMES --check    # fails where the file would change
    venv/bin/python Scripts/focus-labels.py FRAMES --plots DIRECTORY

FRAMES holds `focus/<stack>/`. Nothing here is the library's: other readers, other focus measures, in
floating point, over exact thirds of the frame. So the labels judge the search and its measure alike.

Five measures, each a mean over the window's unsaturated pixels: squared Laplacian after a Gaussian of
sigma 1.5 and of sigma 3, squared Sobel gradient after sigma 1, squared gradient after sigma 2, and the
power between sigma 1 and 4. Plain variance (after sigma 1.5) is a sixth that only votes in
`agreeing`: it rises and falls with what blur carries across the window's edges.

A focusable window's positions in focus are those of the window as it is and with its edges 8 pixels
further in or out, since the library's zones end on multiples of 8 samples. That matters where what is
in a window lies on its edge: the last one of `mitochondria` holds the rim of a cell, which is sharp at
15, and 8 pixels further out at 9.

The curves were looked at (--plots). Where the measures disagree (`agreeing` below 5), the beetle's
windows 0, 3 and 6 hold surfaces that lean through the depth of field, and the noise of flat windows has
no peak at all. Windows 3 and 4 of the beetle go on rising towards its back, which is sharp at the end.

Brightness: energies are divided by mean^p. p is 2 for steady light. Where the light flickers from frame
to frame, it is fitted once for a stack to the second differences of log energy against those of log
mean, which hold jitter and hardly any focus: video codes are not linear, and flare is added to the dark.
"""

import sys
from pathlib import Path

import numpy
import tifffile
from PIL import Image
from scipy import ndimage

HERE = Path(__file__).resolve().parent.parent
LABELS = HERE / "Tests" / "Regression" / "focus-labels.tsv"
STACKS = ["beetle", "mitochondria", "pcb", "generated-1", "generated-2", "generated-3", "generated-6"]
MEASURES = ["laplacian1.5", "laplacian3", "sobel1", "gradient2", "band1-4"]
DIVISIONS, BLOCKS = 3, 6  # windows a side; blocks a side of each window

MARGINS = [0, -8, 8]  # pixels: the library's zones end on multiples of 8, so its windows may be off so far

SHARE_IN_FOCUS = 0.88  # of the peak's energy: within the depth of field
FLAT_RISE = 1.5  # geometric mean over the measures of peak / least
FLAT_SPREAD = 0.25  # of the stack, between the measures' peaks where they disagree about everything
CLUSTER_SHARE = 0.2  # of the window's energy that a second depth holds at least
VALLEY = 0.6  # of the lower of two depths' votes, between them
HILL = 0.4  # of the higher: the lower of two hills of a window's own curve
DIP = 0.9  # of the lower hill, between them
TWICE_OUT = 0.6  # of the lower hill: less is out of focus at both depths, though it be one step off
FEWEST = 8  # frames that a fit of the exponent needs, twice
FLICKER = 0.05  # standard deviation of the log means' second differences, above which light flickers


def luma(path):
    """Luma in codes, and the code of white."""
    if path.suffix.lower() == ".tif":
        return tifffile.imread(path).astype(float), 65535.0
    pixels = numpy.asarray(Image.open(path).convert("RGB")).astype(float)
    return pixels @ (numpy.array([77, 150, 29]) / 256), 255.0


def maps(plane, white):
    """Each measure's energy a pixel, and which pixels are far from saturated ones."""
    smooth = {sigma: ndimage.gaussian_filter(plane, sigma) for sigma in (1, 1.5, 2, 3, 4)}
    down, right = numpy.gradient(smooth[2])
    energies = {
        "laplacian1.5": ndimage.laplace(smooth[1.5]) ** 2,
        "laplacian3": ndimage.laplace(smooth[3]) ** 2,
        "sobel1": ndimage.sobel(smooth[1], 0) ** 2 + ndimage.sobel(smooth[1], 1) ** 2,
        "gradient2": down**2 + right**2,
        "band1-4": (smooth[1] - smooth[4]) ** 2,
    }
    usable = ~ndimage.binary_dilation(plane >= 0.975 * white, iterations=6)
    return energies, usable, smooth[1.5]


def tiles(shape, count):
    """The slices of count x count parts, row by row."""
    ys, xs = ([round(side * i / count) for i in range(count + 1)] for side in shape)
    return [
        (slice(ys[r], ys[r + 1]), slice(xs[c], xs[c + 1]))
        for r in range(count) for c in range(count)
    ]


def grown(tile, margin, shape):
    """A tile with its edges moved outwards, within the frame."""
    return tuple(
        slice(max(side.start - margin, 0) if side.start else 0,
              min(side.stop + margin, length) if side.stop < length else length)
        for side, length in zip(tile, shape)
    )


def measure(folder):
    """Energies of every frame: measures by windows, one measure by blocks, variances, means."""
    windows, blocks, variances, means, block_means = [], [], [], [], []
    for path in sorted(folder.iterdir()):
        plane, white = luma(path)
        energies, usable, smooth = maps(plane, white)
        thirds = tiles(plane.shape, DIVISIONS)
        small = tiles(plane.shape, DIVISIONS * BLOCKS)

        def mean_energy(energy, tile):
            count = usable[tile].sum()
            return (energy[tile] * usable[tile]).sum() / max(count, 1)

        windows.append([
            [[mean_energy(energies[name], grown(tile, margin, plane.shape)) for tile in thirds]
             for name in MEASURES] for margin in MARGINS])
        blocks.append([mean_energy(energies["laplacian1.5"], tile) for tile in small])
        variances.append([smooth[tile].var() for tile in thirds])
        means.append([[plane[grown(tile, margin, plane.shape)].mean() for tile in thirds]
                      for margin in MARGINS])
        block_means.append([plane[tile].mean() for tile in small])
    return tuple(map(numpy.array, (windows, blocks, variances, means, block_means)))


def brightness_exponent(windows, means):
    """p of energy ~ mean^p, from jitter alone; 2 where the light is steady."""
    jitter = numpy.diff(numpy.log(means), 2, axis=0)
    if jitter.std() < FLICKER or len(jitter) < 2 * FEWEST:
        return 2.0
    energy = numpy.diff(numpy.log(windows), 2, axis=0)
    slopes = [(energy[:, m] * jitter).sum() / (jitter**2).sum() for m in range(len(MEASURES))]
    return float(numpy.median(slopes))


def near(curve, share=SHARE_IN_FOCUS):
    """The positions around a curve's peak at or above a share of it, without a gap."""
    best = int(curve.argmax())
    first = last = best
    while first > 0 and curve[first - 1] >= share * curve[best]:
        first -= 1
    while last + 1 < len(curve) and curve[last + 1] >= share * curve[best]:
        last += 1
    return best, min(first, best - 1), max(last, best + 1)


def accepted(curves):
    """Best position and those in focus: one step beside it, or enough energy for most measures."""
    combined = numpy.exp(numpy.log(curves).mean(axis=0))
    best = int(combined.argmax())
    relative = curves / curves.max(axis=1, keepdims=True)
    enough = (relative >= SHARE_IN_FOCUS).sum(axis=0) * 2 > len(curves)
    positions = {i for i in range(len(combined)) if enough[i] or abs(i - best) <= 1}
    return best, positions


def depths(block_curves):
    """Two depths of a window, as sets of its blocks; or none.

    Each block votes with its energy for the position where it is sharpest; two depths are two hills of
    votes with a valley between, farther apart than a block's own depth of field.
    """
    count = block_curves.shape[0]
    best, weight = block_curves.argmax(axis=0), block_curves.max(axis=0)
    rise = weight / numpy.median(block_curves, axis=0)
    votes = numpy.bincount(best, weights=weight * (rise > 1.35), minlength=count)
    if votes.sum() == 0:
        return None
    reach = numpy.median([numpy.ptp(near(curve)[1:]) for curve in block_curves.T[rise > 1.35]])
    smooth = ndimage.gaussian_filter1d(votes, max(reach / 2, 0.5), mode="constant")
    tops = [
        i for i in range(count)
        if smooth[i] > 0 and smooth[i] >= smooth[max(i - 1, 0)]
        and smooth[i] > smooth[min(i + 1, count - 1)]
    ] + ([count - 1] if smooth[-1] > smooth[-2] else [])
    found = None
    for a in tops:
        for b in tops:
            if b - a < max(1.5 * reach, 2):
                continue
            between = smooth[a : b + 1]
            cut = a + int(between.argmin())
            shares = votes[: cut + 1].sum(), votes[cut + 1 :].sum()
            deep = between.min() <= VALLEY * min(smooth[a], smooth[b])
            if deep and min(shares) >= CLUSTER_SHARE * votes.sum():
                if found is None or min(shares) > found[0]:
                    found = min(shares), cut
    if found is None:
        return None
    chosen = rise > 1.35
    return [numpy.flatnonzero(chosen & side) for side in (best <= found[1], best > found[1])]


def two_hills(curve):
    """The tops of two hills of a window's curve with a dip between them; or none."""
    found = None
    for a in range(len(curve)):
        for b in range(a + 2, len(curve)):
            low = min(curve[a], curve[b])
            tops = curve[a] == curve[: a + 2].max() and curve[b] == curve[b - 1 :].max()
            if tops and low >= HILL * curve.max() and curve[a : b + 1].min() <= DIP * low:
                heights = low, max(curve[a], curve[b])
                if found is None or heights > found[0]:
                    found = heights, (a, b)
    return found and found[1]


def spans(positions):
    """{3, 4, 5, 9} as 3-5;9-9."""
    runs = []
    for i in sorted(positions):
        if runs and runs[-1][1] == i - 1:
            runs[-1][1] = i
        else:
            runs.append([i, i])
    return ";".join(f"{a}-{b}" for a, b in runs)


def label(curves, variance, block_curves):
    """A window's kind, best positions, positions in focus, and how its measures agree.

    Two depths show as two hills of the sharpest measure, or in the window's blocks one by one. In focus
    is then what is in focus for one of them, beside what has enough of the window's energy.
    """
    peaks = curves.argmax(axis=1)
    rises = curves.max(axis=1) / curves.min(axis=1)
    rise = float(numpy.exp(numpy.log(rises).mean()))
    count = curves.shape[1]
    best, positions = accepted(curves)
    votes = list(peaks) + [int(variance.argmax())]
    hills, split = two_hills(curves[0]), depths(block_curves)
    if rise < FLAT_RISE or (numpy.ptp(peaks) > FLAT_SPREAD * count and rise < 2):
        kind, bests, positions = "flat", [], set()
    elif hills:
        kind, bests = "twoDepths", list(hills)
        low = curves[0][bests].min()
        positions |= {i for best in bests for i in (best - 1, best, best + 1)
                      if 0 <= i < count and curves[0][i] >= TWICE_OUT * low}
        positions -= {i for i in positions if curves[0][i] < TWICE_OUT * low}
    elif split:
        kind, bests = "twoDepths", []
        for part in split:
            top, first, last = near(block_curves[:, part].sum(axis=1))
            bests.append(top)
            positions |= set(range(max(first, 0), min(last, count - 1) + 1))
    else:
        kind, bests = "focusable", [best]
    agreeing = sum(vote in positions for vote in votes)
    return kind, bests, positions, rise, votes, agreeing


def rows(frames, plots):
    yield ("# Made by Scripts/focus-labels.py, which says how. Positions count frames of the stack from 0,"
           " windows of 3 x 3 row by row.")
    yield "# exponent: energies are divided by the mean to this power. rise: peak / least energy."
    yield ("# peaks: of laplacian1.5, laplacian3, sobel1, gradient2, band1-4, variance; agreeing: how many"
           " of these six lie in focus.")
    yield "\t".join(["stack", "frames", "window", "kind", "best", "inFocus", "exponent", "rise", "peaks",
                     "agreeing"])
    for stack in STACKS:
        windows, blocks, variances, means, block_means = measure(frames / "focus" / stack)
        power = brightness_exponent(windows[:, 0], means[:, 0])
        all_curves = windows / means[:, :, None, :] ** power
        curves = all_curves[:, 0]
        block_curves = blocks / block_means**power
        side = DIVISIONS * BLOCKS
        for window in range(DIVISIONS**2):
            row, column = divmod(window, DIVISIONS)
            inside = [
                (row * BLOCKS + y) * side + column * BLOCKS + x
                for y in range(BLOCKS) for x in range(BLOCKS)
            ]
            kind, bests, positions, rise, votes, agreeing = label(
                curves[:, :, window].T, variances[:, window] / means[:, 0, window] ** power,
                block_curves[:, inside])
            if kind == "focusable":
                for variant in range(1, len(MARGINS)):
                    positions |= accepted(all_curves[:, variant, :, window].T)[1]
            yield "\t".join([
                stack, str(len(windows)), str(window), kind, ",".join(map(str, bests)) or "-",
                spans(positions) or "-", f"{power:.2f}", f"{rise:.2f}", ",".join(map(str, votes)),
                str(agreeing)])
        if plots:
            plot(plots, stack, curves)


def plot(folder, stack, curves):
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    figure, axes = pyplot.subplots(DIVISIONS, DIVISIONS, figsize=(15, 11))
    for window, axis in enumerate(axes.flat):
        for index, name in enumerate(MEASURES):
            curve = curves[:, index, window]
            axis.plot(curve / curve.max(), label=f"{name} {curve.argmax()}")
        axis.set(title=f"{stack}, window {window}", ylim=(0, 1.02))
        axis.legend(fontsize=7)
    figure.tight_layout()
    folder.mkdir(parents=True, exist_ok=True)
    figure.savefig(folder / f"{stack}.png", dpi=60)
    pyplot.close(figure)


def main(arguments):
    if not arguments:
        sys.exit(__doc__)
    plots = Path(arguments[arguments.index("--plots") + 1]) if "--plots" in arguments else None
    text = "".join(line + "\n" for line in rows(Path(arguments[0]), plots))
    if "--check" in arguments:
        sys.exit(0 if LABELS.read_text() == text else f"{LABELS} would change")
    LABELS.write_text(text)


if __name__ == "__main__":
    main(sys.argv[1:])
