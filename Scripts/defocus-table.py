#!/usr/bin/env python3
"""Prints the tables of Sources/Focus/DefocusModel.swift.

    venv/bin/python Scripts/defocus-table.py        # needs numpy

How the energy of forward differences falls with blur, in stops, for pictures whose power falls with the
square of frequency: at full resolution, of 4x4 means, of 16x16 means. The blur's power transfer is half
that of a disc of the radius and half that of a Gaussian of half the radius, behind a Gaussian of sigma
0.7 samples for lens and sensor. Entries lie at radii of (place / 8)^2 samples.
"""

import numpy

SIDE, BASE, STEPS, GREATEST = 512, 0.7, 51, 40.1

axis = numpy.fft.fftfreq(SIDE)
x, y = numpy.meshgrid(axis, axis)
radius = numpy.hypot(x, y)
radius[0, 0] = 1
power = 1 / radius**2
power[0, 0] = 0
power *= numpy.exp(-((2 * numpy.pi * radius * BASE) ** 2))


def disc(argument):
    """2 J1(z) / z by its integral over half a turn."""
    total = numpy.zeros_like(argument)
    for step in range(200):
        angle = (step + 0.5) / 200 * numpy.pi
        total += numpy.cos(argument * numpy.cos(angle)) * numpy.sin(angle) ** 2
    return total * numpy.pi / 200 * 2 / numpy.pi


def block(frequency, count):
    below = count * numpy.sin(numpy.pi * frequency)
    result = numpy.ones_like(frequency)
    inside = numpy.abs(below) > 1e-12
    result[inside] = numpy.sin(numpy.pi * frequency * count)[inside] / below[inside]
    return result


def band(count):
    means = (block(x, count) * block(y, count)) ** 2
    return means * (4 * numpy.sin(numpy.pi * x * count) ** 2 + 4 * numpy.sin(numpy.pi * y * count) ** 2)


def energies(blur):
    round_one = disc(2 * numpy.pi * radius * blur) ** 2 if blur > 0 else 1.0
    soft_one = numpy.exp(-((2 * numpy.pi * radius * blur / 2) ** 2))
    left = power * (round_one + soft_one) / 2
    return [numpy.log2((left * band(count)).sum()) for count in (1, 4, 16)]


# Computed where the curve bends, and drawn straight between.
blurs = numpy.concatenate(
    [numpy.arange(0, 4, 0.25), numpy.arange(4, 12, 0.5), numpy.arange(12, GREATEST, 1)]
)
curves = numpy.array([energies(blur) for blur in blurs])
places = (numpy.arange(STEPS) / 8) ** 2
for name, column in zip(["fine", "medium", "coarse"], (curves - curves[0]).T):
    print(name, ", ".join(f"{value:.4f}" for value in numpy.interp(places, blurs, column)))
