import numpy as np


def program():
    rng = np.random.default_rng(15)
    t = np.linspace(0, 1, 5000)
    x = np.sin(2 * np.pi * 40 * t) + 0.5 * rng.standard_normal(5000)
    taps = np.sinc(np.linspace(-4, 4, 101)) * np.hamming(101)
    taps = taps / taps.sum()
    y = np.convolve(x, taps, mode="same")
    peaks = np.flatnonzero((y[1:-1] > y[:-2]) & (y[1:-1] > y[2:])) + 1
    return [peaks.size, float(np.interp(0.3333, t, y)), float(np.corrcoef(x, y)[0, 1])]
