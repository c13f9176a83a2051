"""Programs that choose by values: distinct elements, rejection, scalar functions with choices."""
from side import serve, spread


def with_unique(n):
    import numpy as np

    x = spread(n, 0.6180339887498949, 0.1)
    whole, found = (x * 1000).astype(np.int64), [x]

    def run():
        values, counts = np.unique(whole, return_counts=True)
        found[:] = [values, counts, np.unique(x)]

    return run, lambda: [v.sum() for v in found], None


def with_rejection(n):
    import numpy as np

    start, moments = np.arange(n), []

    def draw(state):
        state = (state * 1103515245 + 12345) % 2147483648
        return state, state.astype(float) / 2147483648

    def run():
        state = start
        moments.clear()
        for _ in range(3):
            state, x = draw(state)
            state, y = draw(state)
            kept = x[y < np.sin(x * np.pi)]
            moments.extend([kept.mean(), (kept * kept).mean()])

    return run, lambda: moments, None


def with_vectorized(n):
    import math

    import numba

    x, y = spread(n, 0.6180339887498949, 0.1), spread(n, 0.7548776662466927, 0.3)
    cr, ci, found = x * 2.5 - 2, y * 2.5 - 1.25, [x]

    @numba.vectorize(["float64(float64, float64)"], target="parallel")
    def escape(cr, ci):
        zr = zi = 0.0
        for k in range(50):
            if zr * zr + zi * zi > 4:
                return k
            zr, zi = zr * zr - zi * zi + cr, 2 * zr * zi + ci
        return 50

    @numba.vectorize(["float64(float64, float64)"], target="parallel")
    def choice(x, y):
        if x > y:
            return math.sqrt(x - y)
        if x > 0.25:
            return x * y + 1
        return abs(x - 0.5) / (y + 1)

    def run():
        found[:] = [escape(cr, ci), choice(x, y)]

    return run, lambda: [v.sum() for v in found], None


serve(unique=with_unique, rejection=with_rejection, vectorized=with_vectorized)
