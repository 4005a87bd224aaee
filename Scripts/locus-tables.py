#!/usr/bin/env python3
"""Computes the tables of Sources/WhiteBalance and the values that its tests compare with.

    python3 -m venv venv && venv/bin/pip install colour-science==0.4.7 numpy scipy
    venv/bin/python Scripts/locus-tables.py

The spectra of cameras and of daylight are those of Notebooks/spectra.

The Planckian locus is Planck's law (c2 of SI 2019) with the CIE 1931 2 degree observer in steps of
1 nm from 360 to 830 nm; the daylight locus is that of CIE 15. Both are fitted with Chebyshev
polynomials in reciprocal megakelvins, written out in powers.
"""
import pathlib
import warnings

import numpy as np
from numpy.polynomial import chebyshev, polynomial
from scipy.optimize import brentq

warnings.filterwarnings("ignore")
import colour  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
SPECTRA = ROOT / "Notebooks/spectra"
OBSERVER = colour.MSDS_CMFS["CIE 1931 2 Degree Standard Observer"]
WAVES, CMFS = OBSERVER.wavelengths, OBSERVER.values
C2 = 1.438776877e-2
# colour-science has an older second radiation constant; its black body is as red at this much more.
SCALE = colour.colorimetry.blackbody.CONSTANT_C2 / C2


def planck(kelvin, waves=WAVES):
    metres = waves * 1e-9
    return (metres / 560e-9) ** -5.0 / np.expm1(C2 / (metres * kelvin)) * np.expm1(
        C2 / (560e-9 * kelvin)
    )


def uv(xyz):
    total = xyz[0] + 15 * xyz[1] + 3 * xyz[2]
    return np.array([4 * xyz[0] / total, 6 * xyz[1] / total])


def black_body(mired):
    return uv(planck(1e6 / mired) @ CMFS)


def daylight_xy(kelvin, is_cold=None):
    t = kelvin
    if not (t > 7000 if is_cold is None else is_cold):
        x = -4.6070e9 / t**3 + 2.9678e6 / t**2 + 0.09911e3 / t + 0.244063
    else:
        x = -2.0064e9 / t**3 + 1.9018e6 / t**2 + 0.24748e3 / t + 0.237040
    return x, -3 * x * x + 2.87 * x - 0.275


def daylight(kelvin, is_cold=None):
    x, y = daylight_xy(kelvin, is_cold)
    return uv((x, y, 1 - x - y))


def tangent(mired, step=1e-2):
    far = black_body(mired + 2 * step) - black_body(mired - 2 * step)
    return (8 * (black_body(mired + step) - black_body(mired - step)) - far) / (12 * step)


def planckian(point):
    """Reciprocal megakelvins and Duv of a chromaticity, from their definition."""
    mired = brentq(lambda m: (point - black_body(m)) @ tangent(m), 20.5, 990, xtol=1e-12)
    along = tangent(mired)
    normal = np.array([-along[1], along[0]]) / np.hypot(*along)
    return mired, (point - black_body(mired)) @ normal


def fitted(low, high, degree, function):
    count = 400
    places = np.cos(np.pi * (np.arange(count) + 0.5) / count)
    values = np.array([np.atleast_1d(function((low + high) / 2 + (high - low) / 2 * t)) for t in places])
    rows = [chebyshev.cheb2poly(chebyshev.chebfit(places, c, degree)) for c in values.T]
    check = np.linspace(-1, 1, 2001)
    exact = np.array([np.atleast_1d(function((low + high) / 2 + (high - low) / 2 * t)) for t in check])
    error = max(np.abs(polynomial.polyval(check, r) - c).max() for r, c in zip(rows, exact.T))
    return rows, error


def hexadecimal(value):
    return float(value).hex().replace("0x1.0000000000000p", "0x1p")


def listed(values, indent):
    lines, line = [], " " * indent
    for text in (hexadecimal(v) + "," for v in values):
        if len(line) + len(text) + 1 > 100:
            lines.append(line.rstrip())
            line = " " * indent
        line += text + " "
    return "\n".join(lines + [line.rstrip()])


def write_planckian():
    edges, degree = [20, 100, 250, 500, 1000], 12
    pieces, worst = [], 0.0
    for low, high in zip(edges, edges[1:]):
        (u, v), error = fitted(low, high, degree, black_body)
        worst = max(worst, error)
        pieces.append(
            f"    Piece(\n      low: {low}, high: {high},\n      u: [\n{listed(u, 8)}\n      ],\n"
            f"      v: [\n{listed(v, 8)}\n      ]),"
        )
    text = f"""extension PlanckianLocus {{
  /// The locus in pieces, by Scripts/locus-tables.py: Planck's law of 1,000 to 50,000 K, seen by the
  /// CIE 1931 2° observer in steps of 1 nm from 360 to 830 nm. Greatest error against that sum: 6·10⁻¹³.
  static let pieces: [Piece] = [
""" + "\n".join(pieces) + "\n  ]\n}\n"
    assert worst < 6e-13, worst
    (ROOT / "Sources/WhiteBalance/PlanckianLocus+Table.swift").write_text(text)
    print("planckian: greatest error", worst)


def write_daylight():
    points = [planckian(daylight(k)) for k in (3990.0, 7000.0, np.nextafter(7000, 8000), 25000.0)]
    print("daylight: places", [(1e6 / m, d) for m, d in points])

    def duv(mired, is_cold):
        """The distance of the daylight locus on an isotherm of the Planckian one."""
        along = tangent(mired)
        nominal = brentq(
            lambda k: (daylight(k, is_cold) - black_body(mired)) @ along,
            0.98e6 / mired, 1.02e6 / mired, xtol=1e-10,
        )
        normal = np.array([-along[1], along[0]]) / np.hypot(*along)
        return (daylight(nominal, is_cold) - black_body(mired)) @ normal

    seam, end = points[1][0], points[3][0]
    warm, warm_error = fitted(seam, 251, 9, lambda m: duv(m, False))
    cold, cold_error = fitted(end, seam, 9, lambda m: duv(m, True))
    text = f"""extension DaylightLocus {{
  /// How far daylight of 3,984 to 6,998 K lies above the Planckian locus, by Scripts/locus-tables.py;
  /// greatest error {warm_error:.0e}.
  static let warm = Piece(
    low: {hexadecimal(seam)}, high: 251,
    duv: [
{listed(warm[0], 6)}
    ])

  /// The same of 6,998 to 24,913 K; greatest error {cold_error:.0e}.
  static let cold = Piece(
    low: {hexadecimal(end)}, high: {hexadecimal(seam)},
    duv: [
{listed(cold[0], 6)}
    ])
}}
"""
    (ROOT / "Sources/WhiteBalance/DaylightLocus+Table.swift").write_text(text)
    print("daylight: greatest errors", warm_error, cold_error)


def write_references():
    """What another program says, for the tests: colour-science, by its own code where it has it."""
    rows = []
    for kelvin in (1000, 1500, 2000, 2500, 2856, 3000, 3500, 4000, 5000, 6000, 6500, 8000, 10000, 12000,
                   15000, 20000, 25000, 40000):
        point = uv(colour.sd_to_XYZ(
            colour.sd_blackbody(kelvin * SCALE, OBSERVER.shape), OBSERVER,
            colour.sd_ones(OBSERVER.shape), method="Integration"))
        rows.append(f"    ({kelvin}, {point[0]:.9f}, {point[1]:.9f}),")
    planck_rows = "\n".join(rows)
    rows = []
    for kelvin in (4000, 4500, 5003, 5503, 6504, 7000, 7504, 9300, 12000, 20000, 25000):
        x, y = colour.temperature.CCT_to_xy_CIE_D(kelvin)
        rows.append(f"    ({kelvin}, {x:.9f}, {y:.9f}),")
    day_rows = "\n".join(rows)
    rows = []
    whites = colour.CCS_ILLUMINANTS["CIE 1931 2 Degree Standard Observer"]
    for name in ("A", "D50", "D55", "D60", "D65", "D75", "E", "FL1", "FL2", "FL4", "FL7", "FL11", "FL12",
                 "HP1", "HP3", "LED-B1", "LED-B3", "LED-B5", "LED-RGB1", "LED-V2"):
        x, y = whites[name]
        mired, duv = planckian(uv((x, y, 1 - x - y)))
        ohno = colour.temperature.uv_to_CCT_Ohno2013(uv((x, y, 1 - x - y)))
        rows.append(
            f'      ("{name}", {x:.9f}, {y:.9f}, {1e6 / mired:.4f}, {duv:.8f}, {ohno[0]:.2f}, {ohno[1]:.6f}),')
    light_rows = "\n".join(rows)
    text = f"""/// What colour-science {colour.__version__} says of lights; written by Scripts/locus-tables.py.
enum LocusReference {{
  /// Black bodies: kelvins, u and v of CIE 1960.
  static let blackBodies: [(kelvin: Double, u: Double, v: Double)] = [
{planck_rows}
  ]

  /// Daylight: nominal kelvins, x and y of CIE 1931.
  static let daylight: [(kelvin: Double, x: Double, y: Double)] = [
{day_rows}
  ]

  /// Standard lights: x and y, temperature and Duv from their definition in long arithmetic, and both by
  /// Ohno's method of 2013.
  static let lights:
    [(
      name: String, x: Double, y: Double, kelvin: Double, duv: Double, ohnoKelvin: Double,
      ohnoDuv: Double
    )] = [
{light_rows}
    ]
}}
"""
    (ROOT / "Tests/WhiteBalanceTests/LocusReference.swift").write_text(text)


def cameras():
    """Names and sensitivities (wavelength, R, G, B) of the cameras."""
    path = SPECTRA / "cameras.csv"
    names = path.read_text().splitlines()[0].split(",")[1::3]
    table = np.genfromtxt(path, delimiter=",", skip_header=1)
    return {
        name[:-2]: table[:, [0, 1 + 3 * i, 2 + 3 * i, 3 + 3 * i]] for i, name in enumerate(names)
    }


def spectrum(kelvin, waves, basis):
    """The light of the joined scale: black below 4,000 K, daylight above 5,000 K, both mixed between."""
    black = planck(kelvin, waves)
    black = black / np.interp(560, waves, black)
    if kelvin <= 4000:
        return black
    x, y = daylight_xy(max(kelvin, 4000))
    scale = 0.0241 + 0.2562 * x - 0.7341 * y
    m1 = (-1.3515 - 1.7703 * x + 5.9114 * y) / scale
    m2 = (0.0300 - 31.4424 * x + 30.0717 * y) / scale
    s = [np.interp(waves, basis[:, 0], basis[:, i]) for i in (1, 2, 3)]
    day = s[0] + m1 * s[1] + m2 * s[2]
    day = day / np.interp(560, waves, day)
    share = min(max((kelvin - 4000) / 1000, 0), 1)
    share = share * share * (3 - 2 * share)
    return (1 - share) * black + share * day


def write_generic():
    found = cameras()
    assert len(found) == 8, list(found)
    basis = np.genfromtxt(SPECTRA / "daylight-basis.csv", delimiter=",", skip_header=1)
    kelvins = [1000, 1250, 1500, 1750, 2000, 2250, 2500, 2856, 3250, 3750, 4000, 4250, 4500, 4750, 5000,
               5500, 6000, 6500, 7500, 9000, 11000, 14000, 18000, 25000, 40000]
    rows, greens = [], []
    for kelvin in kelvins:
        logs = []
        for table in found.values():
            light = spectrum(min(kelvin, 25000) if kelvin > 5000 else kelvin, table[:, 0], basis)
            if kelvin > 25000:
                light = planck(kelvin, table[:, 0]) / planck(25000, table[:, 0]) * light
            red, green, blue = light @ table[:, 1:]
            logs.append(np.log2([red / green, blue / green]))
        mean = np.exp2(np.mean(logs, axis=0))
        rows.append(f"    .init(kelvin: {kelvin}, red: {mean[0]:.5f}, blue: {mean[1]:.5f}),")
    # How much greener a light of greater Duv is: a 5,000 K light with a green and a magenta filter,
    # which is a smooth spectrum times a parabola about 550 nm, moved along the isotherm.
    for table in found.values():
        waves = table[:, 0]
        base = spectrum(5000, waves, basis)
        observer = np.array([np.interp(waves, WAVES, CMFS[:, i]) for i in range(3)]).T
        ends = []
        for strength in (-0.1, 0.1):
            light = base * (1 - strength * (((waves - 550) / 100) ** 2))
            _, duv = planckian(uv(light @ observer))
            red, green, blue = light @ table[:, 1:]
            ends.append((duv, (np.log2(red / green) + np.log2(blue / green)) / 2))
        greens.append((ends[1][1] - ends[0][1]) / (ends[1][0] - ends[0][0]))
    slope = np.median(greens)
    text = f"""internal import Controls

extension SensorColour {{
  /// What eight cameras make of grey on the mean: six of rawtoaces-data (Apache-2.0) and two that NPL
  /// measured (Darrodi et al. 2015), by Scripts/locus-tables.py; geometric means.
  static let genericEntries: [WhiteBalanceLocus.Entry] = [
""" + "\n".join(rows) + f"""
  ]

  /// The stops by which red and blue grow against green for 1 of Duv: the median of the same cameras at
  /// 5,000 K; from {min(greens):.1f} to {max(greens):.1f} among them.
  static let genericStopsPerDuv = {slope:.2f}
}}
"""
    (ROOT / "Sources/WhiteBalance/SensorColour+Generic.swift").write_text(text)
    print("generic: stops per Duv", greens)


def write_basis():
    basis = np.genfromtxt(SPECTRA / "daylight-basis.csv", delimiter=",", skip_header=1)
    names = ("mean", "blue", "pink")
    tables = []
    for index, name in enumerate(names, 1):
        values = [round(basis[basis[:, 0] == w, index][0], 1) for w in range(380, 781, 10)]
        lines, line = [], "   "
        for text in (f" {v:g}," for v in values):
            if len(line) + len(text) > 98:
                lines.append(line)
                line = "   "
            line += text
        tables.append(f"  static let {name}: [Double] = [\n" + "\n".join(lines + [line]) + "\n  ]\n")
    text = """/// The components of daylight's spectra from 380 to 780 nm by 10 nm, of 560 nm 100, 0 and 0: the mean,
/// yellow to blue, and pink to green (S0, S1 and S2 of CIE 15). Copied by Scripts/locus-tables.py.
enum DaylightBasis {
""" + "\n".join(tables) + "}\n"
    (ROOT / "Sources/WhiteBalance/DaylightBasis.swift").write_text(text)


if __name__ == "__main__":
    write_planckian()
    write_daylight()
    write_references()
    write_generic()
    write_basis()
