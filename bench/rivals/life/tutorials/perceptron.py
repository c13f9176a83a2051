import numpy as np


def program():
    rng = np.random.default_rng(9)
    X = rng.standard_normal((512, 20))
    y = (X[:, 0] * X[:, 1] > 0).astype(float)[:, None]
    W1 = rng.standard_normal((20, 32)) * 0.3
    b1 = np.zeros(32)
    W2 = rng.standard_normal((32, 1)) * 0.3
    b2 = np.zeros(1)
    for _ in range(200):
        hidden = np.maximum(X @ W1 + b1, 0)
        out = 1 / (1 + np.exp(-(hidden @ W2 + b2)))
        error = (out - y) / 512
        back = error @ W2.T * (hidden > 0)
        W2 -= hidden.T @ error
        b2 -= error.sum(axis=0)
        W1 -= X.T @ back
        b1 -= back.sum(axis=0)
    return [float(((out > 0.5) == y).mean()), float(np.abs(W1).sum())]
