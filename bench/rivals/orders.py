"""The counterexamples to greedy fusion, and a function of which a tenth of the elements is taken."""
from side import serve, spread

COLUMNS = 16


def values(n):
    return spread(n, 0.6180339887498949, 0.1) + 0.5


def finish(run):
    import numpy as np

    last = [None]

    def again():
        last[0] = np.asarray(run())

    return again, lambda: [last[0].sum(), last[0].max()], None


def numba_or_not(use):
    if not use:
        return lambda f: f
    import numba

    return numba.njit(parallel=True)


def top_down(n, use):
    import numpy as np

    xs = values(n)

    @numba_or_not(use)
    def run(a):
        b = a * 2
        c = b + 1
        d = np.arange(a.size) + b[0]
        return (c + d).sum()

    return finish(lambda: run(xs))


def bottom_up(n, use):
    import numpy as np

    xs, at = values(n), (np.arange(n * COLUMNS) * 7 % n).reshape(n, COLUMNS)

    @numba_or_not(use)
    def run(x, i):
        large = x[i.ravel()].reshape(i.shape) if use else x[i]
        y, z = large.sum(axis=1), large[0].prod()
        return y + z

    def plain(x, i):
        large = x[i]
        return large.sum(axis=1) + large.prod(axis=1)[0]

    return finish(lambda: (run if use else plain)(xs, at))


def taken(n, use):
    import numpy as np

    xs, at = values(n), np.arange(n // 10) * 7 % n

    @numba_or_not(use)
    def run(x, i):
        return (np.sqrt(x * x + 1) * 0.5 + x)[i]

    return finish(lambda: run(xs, at))


serve(
    top_down=lambda n: top_down(n, False),
    bottom_up=lambda n: bottom_up(n, False),
    taken=lambda n: taken(n, False),
    top_down_numba=lambda n: top_down(n, True),
    bottom_up_numba=lambda n: bottom_up(n, True),
    taken_numba=lambda n: taken(n, True),
)
