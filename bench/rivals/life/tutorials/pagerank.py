import numpy as np


def program():
    n = 1000
    links = (np.random.default_rng(4).random((n, n)) < 0.01).astype(float)
    degree = links.sum(axis=0)
    degree[degree == 0] = 1
    links /= degree
    rank = np.full(n, 1 / n)
    for steps in range(200):
        following = 0.85 * (links @ rank) + 0.15 / n
        following = following / following.sum()
        if np.abs(following - rank).sum() < 1e-12:
            break
        rank = following
    return [steps, int(rank.argmax()), float(rank.max())]
