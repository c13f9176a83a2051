"""A chain of 64 additions, read at its end."""
from side import serve, spread


def with_numpy(n):
    a = spread(n, 0.6180339887498949, 0.1)
    b = spread(n, 0.7548776662466927, 0.3)
    last = [None]

    def run():
        c = a
        for _ in range(64):
            c = c + b
        last[0] = c

    return run, lambda: [last[0].sum(), last[0][n - 1]], 3 * 8 * n


serve(numpy=with_numpy)
