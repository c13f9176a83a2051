"""Escape counts of 50 iterations over [-2, 0.5] x [-1.25, 1.25]."""
from side import serve

ITERATIONS = 50


def grid(n):
    import numpy as np

    return -2 + 2.5 * np.arange(n) / n, (-1.25 + 2.5 * np.arange(n) / n).reshape(n, 1)


def finish(run, n):
    last = [None]

    def keep():
        last[0] = run()

    return keep, lambda: [last[0].sum(), last[0][n // 2, n // 4], last[0][n // 3, n // 2]], None


def with_numpy(n):
    import numpy as np

    cr, ci = grid(n)

    def run():
        zr, zi, count = np.zeros((n, n)), np.zeros((n, n)), np.zeros((n, n))
        for _ in range(ITERATIONS):
            inside = zr * zr + zi * zi <= 4
            count = count + inside
            zr, zi = np.where(inside, zr * zr - zi * zi + cr, zr), np.where(inside, 2 * zr * zi + ci, zi)
        return count

    return finish(run, n)


def with_numba(n):
    import numba
    import numpy as np

    cr, ci = grid(n)

    @numba.njit(parallel=True)
    def escape(cr, ci, count):
        for i in numba.prange(count.shape[0]):
            for j in range(count.shape[1]):
                zr = zi = 0.0
                k = 0
                while k < ITERATIONS and zr * zr + zi * zi <= 4:
                    zr, zi = zr * zr - zi * zi + cr[j], 2 * zr * zi + ci[i, 0]
                    k += 1
                count[i, j] = k

    def run():
        count = np.empty((n, n))
        escape(cr, ci, count)
        return count

    return finish(run, n)


serve(numpy=with_numpy, numba=with_numba)
