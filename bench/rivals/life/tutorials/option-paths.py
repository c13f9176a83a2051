import numpy as np


def program():
    Z = np.random.default_rng(11).standard_normal((2000, 252))
    dt = 1 / 252
    drift = (0.03 - 0.02) * dt
    steps = 0.2 * np.sqrt(dt) * Z + drift
    price = 100 * np.exp(np.cumsum(steps, axis=1))
    asian = np.maximum(price.mean(axis=1) - 100, 0)
    last = np.maximum(price[:, -1] - 100, 0)
    barrier = np.where(price.max(axis=1) < 130, last, 0)
    return [float(asian.mean()), float(barrier.mean()), float(barrier.std(ddof=1))]
