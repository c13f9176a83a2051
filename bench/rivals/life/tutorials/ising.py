import numpy as np


def program():
    rng = np.random.default_rng(12)
    n = 128
    spins = np.where(rng.random((n, n)) < 0.5, 1, -1)
    i, j = np.indices((n, n))
    colours = [(i + j) % 2 == 0, (i + j) % 2 == 1]
    for _ in range(100):
        for colour in colours:
            near = np.roll(spins, 1, 0) + np.roll(spins, -1, 0) + np.roll(spins, 1, 1) + np.roll(spins, -1, 1)
            odds = np.exp(-2 * 0.44 * spins * near)
            flips = colour & (rng.random((n, n)) < odds)
            spins = np.where(flips, -spins, spins)
    return [int(spins.sum()), int((spins * np.roll(spins, 1, 0)).sum())]
