"""FlashAttention by blocks of keys, with running maxima and sums of rows."""
from side import serve, spread

WIDTH = 64
BLOCK = 256


def with_numpy(n):
    import numpy as np

    def matrix(factor, offset):
        return (spread(n * WIDTH, factor, offset) * 4 - 2).reshape(n, WIDTH)

    q = matrix(0.6180339887498949, 0.1)
    k = matrix(0.7548776662466927, 0.3)
    v = matrix(0.5698402909980532, 0.5)
    last = [v]

    def run():
        output, most, total = np.zeros((n, WIDTH)), np.full((n, 1), -np.inf), np.zeros((n, 1))
        for start in range(0, n, BLOCK):
            scores = q @ k[start : start + BLOCK].T * WIDTH**-0.5
            more = np.maximum(most, scores.max(axis=1, keepdims=True))
            weights = np.exp(scores - more)
            shrunk = np.exp(most - more) * total
            total = shrunk + weights.sum(axis=1, keepdims=True)
            output = (output * shrunk + weights @ v[start : start + BLOCK]) / total
            most = more
        last[0] = output

    return run, lambda: [last[0].sum(), last[0][n - 1, WIDTH - 1]], None


serve(numpy=with_numpy)
