import numpy as np


def program():
    n = 256
    x = np.arange(n) / n
    X, Y = np.meshgrid(x, x)
    f = np.sin(2 * np.pi * X) * np.cos(4 * np.pi * Y)
    k = np.fft.fftfreq(n, 1 / n) * 2 * np.pi
    square = k[:, None] ** 2 + k[None, :] ** 2
    square[0, 0] = 1
    u = np.fft.ifft2(-np.fft.fft2(f) / square).real
    return [float(np.abs(u).max()), float(u[3, 5])]
