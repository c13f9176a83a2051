"""Twenty Jacobi iterations on a dense, diagonally dominant system."""
from side import serve, spread


def with_numpy(n):
    import numpy as np

    a = spread(n * n, 0.6180339887498949, 0.1).reshape(n, n)
    b = spread(n, 0.7548776662466927, 0.3)
    diagonal = a.diagonal() + n
    rest = a - np.diag(a.diagonal())
    last = [None]

    def run():
        x = np.zeros(n)
        for _ in range(20):
            x = (b - rest @ x) / diagonal
        last[0] = x

    return run, lambda: [last[0].sum(), last[0][0], last[0][n - 1]], 20 * 8 * n * n


serve(numpy=with_numpy)
