"""A square product; NumPy hands it to its BLAS."""
from side import serve, spread


def with_numpy(n):
    a = spread(n * n, 0.6180339887498949, 0.1).reshape(n, n)
    b = spread(n * n, 0.7548776662466927, 0.3).reshape(n, n)
    last = [None]

    def run():
        last[0] = a @ b

    return run, lambda: [last[0].sum(), last[0][0, 0], last[0][n // 2, n - 1]], None


serve(numpy=with_numpy)
