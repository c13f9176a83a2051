import numpy as np


def program():
    rng = np.random.default_rng(17)
    key = rng.integers(0, 100, 200_000)
    value = rng.random(200_000)
    keys, inverse, counts = np.unique(key, return_inverse=True, return_counts=True)
    mean = np.bincount(inverse, weights=value) / counts
    order = np.lexsort((value, key))
    first = np.searchsorted(key[order], keys)
    median = value[order][first + counts // 2]
    return [float(mean.max()), float(median.min()), int(counts.argmax())]
