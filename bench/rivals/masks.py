"""Means of the elements beyond ever new bounds."""
from side import serve

BOUNDS = 20


def with_numpy(n):
    import numpy as np

    x = (np.arange(n) * 0.6180339887498949 + 0.1) % 1
    total = [0.0]

    def run():
        total[0] = sum(x[x > i / BOUNDS].mean().item() for i in range(BOUNDS))

    return run, lambda: [total[0]], None


serve(numpy=with_numpy)
