#!/usr/bin/env python3
"""Trains a chroma prior, the learned model of white balance.

    python3 Notebooks/train_chroma_prior.py simulated share/graycard/priors/simulated.json
    python3 Notebooks/train_chroma_prior.py photographs "$GRAYCARD_FRAMES/white-balance" FOLDER

The first makes the prior that ships, of simulated scenes alone; the second fits priors to photographs
by folds, for `balance-bench --fitted FOLDER`, which are not to be shared since the photographs are not.
Needs NumPy and SciPy. Documentation/WhiteBalanceAccuracy.md says what comes of it.
"""

import csv
import json
import pathlib
import sys

import numpy as np
from scipy.optimize import minimize

BINS, STEP = 64, 1 / 16
MIREDS = np.array([60, 100, 130, 160, 180, 200, 220, 250, 280, 320, 360, 400, 450, 520, 620.0])
TOLERANCE = 0.06
DARKNESS, LEAST = 0.003, 1e-5
SPECTRA = pathlib.Path(__file__).parent / "spectra"
WAVES = np.arange(380, 781, 5)
KELVINS = [1900, 2200, 2500, 2856, 3200, 3600, 4000, 4500, 5000, 5500, 6000, 6500, 7000, 7500, 8500,
           10000, 12000, 15000]


def table(name):
    """Column names and columns of a file of spectra."""
    with open(SPECTRA / name) as file:
        rows = list(csv.reader(file))
    return rows[0][1:], np.array([[float(x) for x in row[1:]] for row in rows[1:]])


BASIS = table("daylight-basis.csv")[1]
SURFACES = table("surfaces.csv")[1].T
LIGHT_NAMES, LIGHTS = table("lights.csv")


def cameras():
    names, columns = table("cameras.csv")
    return {names[i][:-2]: columns[:, i:i + 3] for i in range(0, len(names), 3)}


def daylight(kelvin):
    """CIE 15:2004, 3.1, of 1 at 560 nm."""
    t = 1e3 / kelvin
    c = (-4.6070, 2.9678, 0.09911, 0.244063) if kelvin <= 7000 else (-2.0064, 1.9018, 0.24748, 0.237040)
    x = np.polyval(c, t)
    y = -3 * x * x + 2.87 * x - 0.275
    m = 0.0241 + 0.2562 * x - 0.7341 * y
    light = (BASIS[:, 0] + (-1.3515 - 1.7703 * x + 5.9114 * y) / m * BASIS[:, 1]
             + (0.03 - 31.4424 * x + 30.0717 * y) / m * BASIS[:, 2])
    return light / light[36]


def planck(kelvin):
    metres = WAVES * 1e-9
    light = (metres * 1e6) ** -5 / (np.exp(0.014387769 / (metres * kelvin)) - 1)
    return light / light[36]


def light_of(kelvin):
    """Planckian to 4,000 K, daylight from 5,000 K, blended between."""
    share = np.clip((kelvin - 4000) / 1000, 0, 1)
    return (1 - share) * planck(kelvin) + share * daylight(max(kelvin, 4000))


def stops(colours):
    return np.log2(colours[..., [0, 2]] / colours[..., [1]])


# Zones and histograms, as Sources/WhiteBalance makes them.

def zones_of(picture, across=8, down=4):
    """Mean colours of unclipped pixels, their number, and the number of clipped ones."""
    height, width, _ = picture.shape
    clipped = (picture >= 1).any(-1)
    dark = ~clipped & (picture.sum(-1) <= 0)
    usable = (~clipped & ~dark)[..., None].astype(float)

    def total(values):
        return values.reshape(height // down, down, width // across, across, -1).sum((1, 3))

    count = total(usable)[..., 0]
    return total(picture * usable) / np.maximum(count, 1)[..., None], count, total(
        clipped[..., None].astype(float))[..., 0]


def add(histogram, places, weights, middle, nearest=False):
    if not len(places):
        return
    total = weights.sum()
    weights = weights * np.clip(2 * ((BINS / 2 - 1) * STEP - np.abs(places - middle).max(1)), 0, 1)
    bins = np.round(places / STEP) if nearest else places / STEP
    low = np.floor(bins).astype(int)
    part = bins - low
    for red in (0, 1):
        for blue in (0, 1):
            share = (part[:, 0] if red else 1 - part[:, 0]) * (part[:, 1] if blue else 1 - part[:, 1])
            np.add.at(histogram, ((low[:, 0] + red) % BINS, (low[:, 1] + blue) % BINS), weights * share)
    histogram /= max(total, 1e-12)


def histograms(zones, middle):
    """Histograms of zones and of their differences; colours beyond the plane do not count."""
    colours, count, clipped = zones
    result = np.zeros((2, BINS, BINS))
    bright = colours.sum(-1)
    share = count / np.maximum(count + clipped, 1)
    weights = count * share ** 2 * bright / (bright + DARKNESS) * bright
    usable = (count > 0) & (colours.min(-1) > LEAST)
    add(result[0], stops(colours[usable]), weights[usable], middle)
    differences = []
    for a, b in ((np.s_[1:], np.s_[:-1]), (np.s_[:, 1:], np.s_[:, :-1])):
        both = (count[a] > 0) & (count[b] > 0)
        differences.append(np.abs(colours[a] - colours[b])[both])
    differences = np.concatenate(differences)
    differences = differences[differences.min(-1) > LEAST]
    add(result[1], stops(differences), np.sqrt(differences.sum(-1)), middle, nearest=True)
    return result


# Lights near a locus.

def common_temperatures(mireds):
    return -np.log(1 + ((mireds - 190) / 80) ** 2)


class Plane:
    """The bins of the plane near a locus: how plausible each is, where it is, and its temperature."""

    def __init__(self, corners, tolerance=TOLERANCE):
        reach = 3 * tolerance
        low = np.floor((corners.min(0) - reach) / STEP).astype(int)
        high = np.ceil((corners.max(0) + reach) / STEP).astype(int)
        bins = np.stack(np.meshgrid(*[np.arange(a, b + 1) for a, b in zip(low, high)], indexing="ij"), -1)
        bins = bins.reshape(-1, 2)
        places, best, mired = bins * STEP, np.full(len(bins), 1e9), np.zeros(len(bins))
        ends = 1e6 / np.array(KELVINS)
        for a, b, first, last in zip(corners, corners[1:], ends, ends[1:]):
            share = np.clip((places - a) @ (b - a) / ((b - a) @ (b - a)), 0, 1)
            squared = ((places - a - share[:, None] * (b - a)) ** 2).sum(1)
            near = squared < best
            best[near], mired[near] = squared[near], (first + share * (last - first))[near]
        near = best < reach ** 2
        index = tuple((bins[near] % BINS).T)
        self.bias, self.place = np.full((BINS, BINS), -1e4), np.zeros((BINS, BINS, 2))
        self.bias[index] = -best[near] / 2 / tolerance ** 2
        self.place[index] = places[near]
        # The share of each entry of the table of temperatures.
        at = np.clip(mired[near], MIREDS[0], MIREDS[-1] - 1e-6)
        entry = np.searchsorted(MIREDS, at, side="right") - 1
        share = (at - MIREDS[entry]) / (MIREDS[entry + 1] - MIREDS[entry])
        self.entries = np.zeros((BINS, BINS, len(MIREDS)))
        self.entries[index + (entry,)] = 1 - share
        self.entries[index + (entry + 1,)] = share
        self.middle = (corners.min(0) + corners.max(0)) / 2
        self.counted = [counted_bins(corners, self.middle, reach) for reach in (0.5, 0.25)]

    def histograms(self, zones):
        """Histograms as the library counts them: coarse far from the locus."""
        histogram = histograms(zones, self.middle)
        result = np.zeros_like(histogram)
        for part in (0, 1):
            np.add.at(result[part].reshape(-1), self.counted[part], histogram[part].reshape(-1))
        return result


def counted_bins(corners, middle, reach):
    """Where each bin is counted: near the locus at itself, else at the middle of four by four."""
    row, column = np.divmod(np.arange(BINS * BINS), BINS)
    places = np.stack([row, column], 1).astype(float)
    places -= np.round((places - middle / STEP) / BINS) * BINS
    places *= STEP
    best = np.full(BINS * BINS, 1e9)
    for a, b in zip(corners, corners[1:]):
        share = np.clip((places - a) @ (b - a) / ((b - a) @ (b - a)), 0, 1)
        best = np.minimum(best, ((places - a - share[:, None] * (b - a)) ** 2).sum(1))
    return np.where(best < reach ** 2, row * BINS + column, (row // 4 * 4 + 2) * BINS + column // 4 * 4 + 2)


def locus(sensitivities):
    return stops(np.array([light_of(kelvin) @ sensitivities for kelvin in KELVINS]))


def moved(corners, lights):
    """A locus moved so that the median of measured lights lies on it."""
    places, shift = stops(lights), np.zeros(2)
    for _ in range(30):
        rests = []
        for place in places - shift:
            ways = []
            for a, b in zip(corners, corners[1:]):
                share = np.clip((place - a) @ (b - a) / ((b - a) @ (b - a)), 0, 1)
                ways.append(place - a - share * (b - a))
            rests.append(min(ways, key=lambda way: way @ way))
        step = np.median(rests, 0)
        shift += step
        if np.abs(step).sum() < 1e-5:
            break
    return corners + shift


# The model.

def common_filters():
    """The filters of ChromaPrior.common, from which training starts."""
    offset = ((np.arange(BINS) + BINS // 2) % BINS - BINS // 2) * STEP
    red, blue = np.meshgrid(offset, offset, indexing="ij")
    warm = np.array([0.58, -0.81]) / np.hypot(0.58, 0.81)
    along, across = (red * warm[0] + blue * warm[1]) / 0.2, (blue * warm[0] - red * warm[1]) / 0.14
    along = np.where(along > 0, along / 1.8, along)
    return -np.log(1 + along ** 2 + across ** 2) * np.array([10, 3])[:, None, None]


class Model:
    """Filters and temperatures; what training changes is kept small and smooth."""

    def __init__(self):
        self.filters, self.temperatures = common_filters(), common_temperatures(MIREDS)
        self.tolerance, self.strays = TOLERANCE, 0

    def scores(self, spectra, planes, which):
        filters = np.fft.fft2(self.filters)
        return (np.fft.ifft2((spectra * np.conj(filters)).sum(1)).real
                + np.array([p.bias + p.entries @ self.temperatures for p in planes])[which])

    def estimate(self, histogram, planes, which):
        scores = self.scores(np.fft.fft2(histogram), planes, which)
        chance = np.exp(scores - scores.max((1, 2), keepdims=True))
        chance /= chance.sum((1, 2), keepdims=True)
        place = np.einsum("nij,nijk->nk", chance, np.array([p.place for p in planes])[which])
        return np.stack([2 ** place[:, 0], np.ones(len(place)), 2 ** place[:, 1]], 1)

    def fit(self, histogram, lights, planes, which, stiffness, hold, rounds, by_angle=False):
        """Lowers the cross entropy of the lights, or their mean error in the plane.

        stiffness holds the filters to where they are, hold the temperatures.
        """
        spectra, target = np.fft.fft2(histogram), stops(lights)
        count, size = len(spectra), 2 * BINS * BINS
        waves = np.fft.fftfreq(BINS) * BINS
        smooth = 1 / np.sqrt(1 + 0.05 * (waves[:, None] ** 2 + waves[None, :] ** 2))
        start, temperatures = np.fft.fft2(self.filters), self.temperatures.copy()
        bias, place = (np.array([getattr(p, n) for p in planes]) for n in ("bias", "place"))
        entries = np.array([p.entries for p in planes])
        if not by_angle:
            wanted = np.exp(-((place[which] - target[:, None, None]) ** 2).sum(-1) / 2 / (1.2 * STEP) ** 2)
            wanted *= bias[which] > -5e3
            wanted /= np.maximum(wanted.sum((1, 2), keepdims=True), 1e-12)

        def unpack(x):
            return start + np.fft.fft2(x[:size].reshape(2, BINS, BINS)) * smooth, temperatures + x[size:]

        def loss(x):
            filters, table = unpack(x)
            scores = (np.fft.ifft2((spectra * np.conj(filters)).sum(1)).real
                      + (bias + entries @ table)[which])
            top = scores.max((1, 2), keepdims=True)
            chance = np.exp(scores - top)
            total = chance.sum((1, 2), keepdims=True)
            chance /= total
            if by_angle:
                off = np.einsum("nij,nijk->nk", chance, place[which]) - target
                size_of = np.sqrt((off ** 2).sum(1) + 0.02 ** 2)
                value = size_of.mean() * 20
                pull = off / size_of[:, None] * 20 / count
                mean = off + target
                slope = chance * ((place[which] - mean[:, None, None]) * pull[:, None, None]).sum(-1)
            else:
                value = (np.log(total[:, 0, 0])
                         - (wanted * np.maximum(scores - top, -60)).sum((1, 2))).mean()
                slope = (chance - wanted) / count
            back = (np.conj(spectra) * np.fft.fft2(slope)[:, None]).sum(0)
            by_filter = np.fft.ifft2(np.conj(back) * smooth).real.ravel()
            by_table = np.zeros(len(MIREDS))
            for plane in range(len(planes)):
                by_table += np.einsum("ij,ijk->k", slope[which == plane].sum(0), entries[plane])
            value += 0.5 * stiffness * (x[:size] ** 2).sum() + 0.5 * hold * (x[size:] ** 2).sum()
            return value, np.concatenate([by_filter + stiffness * x[:size], by_table + hold * x[size:]])

        result = minimize(loss, np.zeros(size + len(MIREDS)), jac=True, method="L-BFGS-B",
                          options={"maxiter": rounds})
        filters, self.temperatures = unpack(result.x)
        self.filters = np.fft.ifft2(filters).real

    def write(self, path, origin, date):
        unit = 0.01
        # What all lights have in common changes nothing.
        filters = np.round((self.filters - self.filters[:, :1, :1]) / unit).astype(int)
        rows = ["[" + ",".join("[" + ",".join(map(str, row)) + "]\n" for row in f).rstrip() + "]"
                for f in filters.tolist()]
        head = {"schema": 1, "kind": "chroma-prior", "origin": origin, "date": date, "bins": BINS,
                "step": STEP, "unit": unit, "tolerance": self.tolerance, "strays": self.strays, "mireds": MIREDS.tolist(),
                "temperatures": np.round(self.temperatures, 3).tolist()}
        lines = [f'"{name}": {json.dumps(value)}' for name, value in head.items()]
        lines += [f'"{name}": {row}' for name, row in zip(("zones", "edges"), rows)]
        pathlib.Path(path).write_text("{\n" + ",\n".join(lines) + "\n}\n")


def errors(estimates, lights):
    cosine = (estimates * lights).sum(1) / np.linalg.norm(estimates, axis=1) / np.linalg.norm(lights, axis=1)
    return np.degrees(np.arccos(np.clip(cosine, -1, 1)))


def summary(values):
    values = np.sort(values)
    return (f"mean {values.mean():.2f} median {np.median(values):.2f} "
            f"worst quarter {values[-(len(values) // 4):].mean():.2f}")


# Simulated scenes.

def patches(random, count, height=64, width=64):
    y, x = np.mgrid[:height, :width]
    sites, size = random.random((count, 2)) * [height, width], random.exponential(1, count)
    far = ((y[..., None] - sites[:, 0]) ** 2 + (x[..., None] - sites[:, 1]) ** 2) / size
    return far.argmin(-1)


def some_surfaces(random, count, grey):
    """Surfaces of either set, each mixed with grey by up to a share."""
    index = np.where(random.random(count) < 0.5, random.integers(0, 24, count), random.integers(24, 214, count))
    pure = SURFACES[index]
    share = random.beta(1, 1.5, count)[:, None] * grey
    return pure * (1 - share) + share * pure.mean(1, keepdims=True)


FLUORESCENT = LIGHTS[:, [i for i, n in enumerate(LIGHT_NAMES) if n not in ("A", "D50", "D55", "D65", "D75")]]


def scene(random, sensitivities):
    """A picture of 64 × 64 pixels and the colour of grey under its main light."""
    outdoors = random.random() < 0.5
    if outdoors:
        mired = np.clip(random.normal(180, 18), 120, 260)
        main, other = daylight(1e6 / mired), daylight(1e6 / random.uniform(50, 110))
    else:
        kind = random.random()
        if kind < 0.5:
            main = light_of(1e6 / random.uniform(180, 480))
        else:
            main = FLUORESCENT[:, random.integers(FLUORESCENT.shape[1])]
        other = light_of(1e6 / random.uniform(150, 400))
    main, other = main / main.mean(), other / other.mean()
    count = random.integers(4, 25)
    surfaces = some_surfaces(random, count, random.uniform(0, 1))
    shade = random.uniform(0.15, 1, count)
    # Patches in the shadow of the main light see more of the other.
    shadow = random.random(count) < (random.uniform(0, 0.4) if outdoors else random.uniform(0, 0.15))
    light = np.where(shadow[:, None], 0.1 * main + 0.15 * other, main + 0.1 * other * outdoors)
    colours = (surfaces * light * shade[:, None]) @ sensitivities
    white = main @ sensitivities
    if outdoors and random.random() < 0.4:
        colours[0] = random.uniform(0.4, 1.1) * other @ sensitivities
    if not outdoors and random.random() < 0.15:
        colours[0] = random.uniform(0.5, 1.2) * daylight(1e6 / random.uniform(130, 190)) @ sensitivities
    picture = colours[patches(random, count)]
    if random.random() < 0.5:
        glossy = random.random(picture.shape[:2]) < random.uniform(0, 0.06)
        picture[glossy] += random.uniform(0, 0.5) * white
    picture *= np.exp(random.normal(0, random.uniform(0, 0.4), picture.shape[:2]))[..., None]
    picture *= random.uniform(0.7, 1.15) / np.percentile(picture.max(-1), 99)
    picture += random.normal(0, 1, picture.shape) * np.sqrt(1e-6 + np.maximum(picture, 0) * 1e-4)
    return np.maximum(picture, 0), white


def simulated(path, count=3000, seed=20261201, date=""):
    random = np.random.default_rng(seed)
    sensors = list(cameras().values())
    planes = [Plane(locus(sensor)) for sensor in sensors]
    which = random.integers(0, len(sensors), count)
    made = [scene(random, sensors[camera]) for camera in which]
    histogram = np.array([planes[camera].histograms(zones_of(picture))
                          for camera, (picture, _) in zip(which, made)])
    lights = np.array([light for _, light in made])
    model = Model()
    print("start:", summary(errors(model.estimate(histogram, planes, which), lights)))
    model.fit(histogram, lights, planes, which, *SIMULATED_FIT)
    model.filters *= SHARPNESS
    # Lights far off the locus: as ChromaPrior.common has them, and as much rarer as evidence counts more.
    model.strays = 0.0003
    print("fitted:", summary(errors(model.estimate(histogram, planes, which), lights)))
    if path:
        model.write(path, f"Notebooks/train_chroma_prior.py: {count} simulated scenes of freely licensed "
                    f"spectra, seed {seed}", date)
    return model


SIMULATED_FIT = (3e-2, 3e-2, 25)
# A real picture has more surfaces that tell of the light independently than a simulated one.
SHARPNESS = 1.5


def photographs(folder, out):
    folder, out = pathlib.Path(folder), pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    pictures = np.load(folder / "colorchecker-rec-64x64.npy").astype(float)
    with open(folder / "colorchecker-rec-illuminants.csv") as file:
        rows = list(csv.DictReader(file))
    lights = np.array([[float(row[c]) for c in "rgb"] for row in rows])
    camera = np.array([row["camera"] for row in rows])
    fold = np.arange(len(rows)) // 8 % 3
    zones = [zones_of(picture) for picture in pictures]
    plain = locus(cameras()["Canon EOS 5D Mark II"])
    # The lights of the two cameras lie farther from the locus than those of the simulated scenes.
    tolerance = 0.09

    def train(kept, name):
        names = sorted(set(camera[kept]))
        planes = [Plane(moved(plain, lights[kept & (camera == n)]), tolerance) for n in names]
        which = np.array([names.index(n) for n in camera[kept]])
        model = Model()
        model.tolerance = tolerance
        # A weaker start leaves more to the photographs.
        model.filters *= 0.5
        counted = np.array([planes[w].histograms(zones[i]) for w, i in zip(which, np.flatnonzero(kept))])
        for by_angle in (False, True):
            model.fit(counted, lights[kept], planes, which, 1e-3, 1e-2, 30, by_angle)
        model.write(out / f"{name}.json", "photographs for research; not to be shared", "")
        return model

    result = np.zeros(len(rows))
    for part in range(3):
        model = train(fold != part, f"fold-{part}")
        for name in sorted(set(camera)):
            tested = (fold == part) & (camera == name)
            planes = [Plane(moved(plain, lights[(fold != part) & (camera == name)]), tolerance)]
            counted = np.array([planes[0].histograms(zones[i]) for i in np.flatnonzero(tested)])
            result[tested] = errors(
                model.estimate(counted, planes, np.zeros(tested.sum(), int)), lights[tested])
    print("by folds:", summary(result))
    train(camera != "Canon 1D", "without-1d")
    train(camera != "Canon 5D", "without-5d")


if __name__ == "__main__":
    if len(sys.argv) >= 3 and sys.argv[1] == "simulated":
        simulated(sys.argv[2], date=sys.argv[3] if len(sys.argv) > 3 else "")
    elif len(sys.argv) == 4 and sys.argv[1] == "photographs":
        photographs(sys.argv[2], sys.argv[3])
    else:
        sys.exit(__doc__)
