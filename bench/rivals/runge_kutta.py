"""Lorenz systems, by the classical Runge-Kutta method."""
from side import serve

STEPS = 20
H = 1e-3


def with_numpy(n):
    import numpy as np

    start = ((np.arange(3 * n) * 0.6180339887498949 + 0.1) % 1).reshape(3, n)
    y = [start]

    def derivative(y):
        a, b, c = y
        return np.stack([(b - a) * 10, a * (28 - c) - b, a * b - c * (8 / 3)])

    def run():
        y[0] = start
        for _ in range(STEPS):
            k1 = derivative(y[0])
            k2 = derivative(y[0] + k1 * (H / 2))
            k3 = derivative(y[0] + k2 * (H / 2))
            k4 = derivative(y[0] + k3 * H)
            y[0] = y[0] + (k1 + k2 * 2 + k3 * 2 + k4) * (H / 6)

    return run, lambda: [y[0].sum(), y[0][0].max()], None


serve(numpy=with_numpy)
