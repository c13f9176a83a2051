"""Ten steps of gradient descent for logistic regression with 16 features."""
from side import serve, spread

FEATURES, STEPS, RATE = 16, 10, 0.5


def with_numpy(n):
    import numpy as np

    x = spread(n * FEATURES, 0.6180339887498949, 0.1).reshape(n, FEATURES) - 0.5
    y = (x[:, 0] + 0.5 * x[:, 1] > 0).astype(np.float64)
    last = [None]

    def run():
        w = np.zeros(FEATURES)
        for _ in range(STEPS):
            p = 1 / (1 + np.exp(-(x @ w)))
            w = w - RATE / n * (x.T @ (p - y))
        last[0] = w

    return run, lambda: last[0], None


serve(numpy=with_numpy)
