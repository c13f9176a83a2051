"""Programs of series: averages, returns, signals, filters."""

import numpy as np


def moving_average():
    """Means of windows, by sums and by convolution."""
    x = np.sin(np.arange(60, dtype=np.float64))
    total = np.cumsum(np.concatenate([np.zeros(1), x]))
    return (total[7:] - total[:-7]) / 7, np.convolve(x, np.ones(7) / 7, mode="valid")


def exponential_average():
    """Each value a little of the new one and most of the old."""
    x = np.cos(np.arange(40, dtype=np.float64))
    out = np.zeros(40)
    out[0] = x[0]
    for k in range(1, 40):
        out[k] = 0.2 * x[k] + 0.8 * out[k - 1]
    return out


def returns():
    """Returns, their volatility by year, and the value of a unit invested."""
    price = 100 * np.exp(np.cumsum(0.01 * np.sin(7 * np.arange(100, dtype=np.float64))))
    change = price[1:] / price[:-1] - 1
    return np.mean(change) * 252, np.std(change, ddof=1) * np.sqrt(252.0), np.cumprod(1 + change)


def drawdown():
    """The greatest fall from a maximum, and where it is."""
    value = np.cumsum(np.cos(0.3 * np.arange(80, dtype=np.float64)))
    top = np.maximum.accumulate(value)
    fall = top - value
    return np.max(fall), np.argmax(fall), fall


def portfolio():
    """Weights of least variance, from covariances of returns."""
    t = np.arange(120, dtype=np.float64)
    returns = np.stack([np.sin(t) * 0.01, np.cos(2 * t) * 0.02, np.sin(3 * t + 1) * 0.015])
    sigma = np.cov(returns)
    ones = np.ones(3)
    w = np.linalg.solve(sigma, ones)
    w = w / np.sum(w)
    return w, np.sqrt(w @ sigma @ w)


def crossings():
    """Where a signal changes its sign, and how long it keeps it."""
    x = np.sin(0.4 * np.arange(100, dtype=np.float64) + 0.1)
    places = np.flatnonzero(x[1:] * x[:-1] < 0)
    return places, np.diff(places)


def peaks():
    """Local maxima above a bound."""
    x = np.sin(0.5 * np.arange(90, dtype=np.float64)) * np.linspace(0, 1, 90)
    inner = x[1:-1]
    return np.flatnonzero((inner > x[:-2]) & (inner > x[2:]) & (inner > 0.3)) + 1


def low_pass():
    """Frequencies above a bound left out."""
    t = np.arange(128, dtype=np.float64) / 128
    x = np.sin(2 * np.pi * 3 * t) + 0.5 * np.sin(2 * np.pi * 40 * t)
    spectrum = np.fft.rfft(x)
    frequencies = np.fft.rfftfreq(128, 1 / 128)
    spectrum = np.where(frequencies > 10, 0.0, spectrum)
    return np.fft.irfft(spectrum), np.abs(spectrum)


def transform_by_matrix():
    """A Fourier transform by its matrix, and the fast one."""
    n = 16
    k = np.arange(n, dtype=np.float64)
    x = np.cos(k) + 0.5 * np.sin(3 * k)
    matrix = np.exp(-2j * (np.pi * np.outer(k, k) / n))
    return matrix @ x, np.max(np.abs(matrix @ x - np.fft.fft(x))) < 1e-12


def autocorrelation():
    """How alike a series is to itself, some steps later."""
    x = np.sin(0.7 * np.arange(60, dtype=np.float64))
    y = x - np.mean(x)
    return np.correlate(y, y, mode="full")[59:70] / np.sum(y * y)


def resampling():
    """A series at other times, by lines between its points."""
    t = np.linspace(0, 10, 21)
    at = np.linspace(-1, 11, 37)
    return np.interp(at, t, np.sqrt(t))


def detrending():
    """What is left of a series without its line of best fit."""
    t = np.arange(50, dtype=np.float64)
    y = 3 + 0.5 * t + np.sin(t)
    slope, intercept = np.polyfit(t, y, 1)
    return slope, intercept, y - (slope * t + intercept)


def seasons():
    """Means of each month over years, and what differs from them."""
    x = np.sin(np.arange(48, dtype=np.float64) * np.pi / 6) + 0.1 * np.arange(48, dtype=np.float64)
    years = x.reshape((4, 12))
    means = years.mean(axis=0)
    return means, years - means, years.max(axis=1), years.argmin(axis=1)


def echo():
    """A sound with its echo, by a convolution of spectra."""
    x = np.cos(np.arange(50, dtype=np.float64))
    kernel = np.zeros(15)
    kernel[0] = 1
    kernel[10] = 0.5
    long = np.fft.irfft(np.fft.rfft(x, n=64) * np.fft.rfft(kernel, n=64), n=64)
    return long, np.allclose(long, np.convolve(x, kernel))


def run_lengths():
    """A sequence by its runs: where each begins, how long it is, and back."""
    x = (np.arange(60, dtype=np.int64) ** 2 // 17) % 3
    begins = np.flatnonzero(np.concatenate([np.ones(1, dtype=np.bool), x[1:] != x[:-1]]))
    lengths = np.diff(np.concatenate([begins, np.full(1, 60, dtype=np.int64)]))
    return begins, lengths, x[begins]
