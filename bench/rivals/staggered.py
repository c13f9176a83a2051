"""Ten updates each of values at n cells and at their n + 1 faces, in the order of time."""
from side import serve, spread

UPDATES = 10


def finish(run, last, n):
    return run, lambda: [last[0].sum(), last[1].sum(), last[0][0], last[1][n]], 2 * 8 * (2 * n + 1)


def with_numpy(n):
    cells = spread(n, 0.6180339887498949, 0.1)
    faces = spread(n + 1, 0.7548776662466927, 0.3)
    last = [cells, faces]

    def run():
        a, b = cells, faces
        for _ in range(UPDATES):
            a = a * 0.9 + 0.1
            b = b * 0.8 + 0.2
        last[:] = a, b

    return finish(run, last, n)


def with_numba(n):
    import numba

    cells = spread(n, 0.6180339887498949, 0.1)
    faces = spread(n + 1, 0.7548776662466927, 0.3)
    last = [cells, faces]

    @numba.njit(parallel=True)
    def updated(a, b):
        for _ in range(UPDATES):
            a = a * 0.9 + 0.1
            b = b * 0.8 + 0.2
        return a, b

    def run():
        last[:] = updated(cells, faces)

    return finish(run, last, n)


serve(numpy=with_numpy, numba=with_numba)
