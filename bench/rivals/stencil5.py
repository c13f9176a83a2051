"""Ten sweeps of the 5-point stencil between two grids."""
from side import serve

SWEEPS = 10


def boundary(n):
    import numpy as np

    grid = np.zeros((n + 2, n + 2))
    grid[:, 0] = grid[:, -1] = grid[-1, :] = -273.15
    grid[0, :] = 40.0
    return grid


def finish(run, grids, n):
    return run, lambda: [grids[0].sum(), grids[0][1, 1], grids[0][n // 2, 1], grids[0][1, n]], SWEEPS * 2 * 8 * n * n


def with_numpy(n):
    import numpy as np

    grids = [boundary(n), boundary(n)]

    def sweep(old, new):
        center, north, south = old[1:-1, 1:-1], old[:-2, 1:-1], old[2:, 1:-1]
        west, east = old[1:-1, :-2], old[1:-1, 2:]
        new[1:-1, 1:-1] = 0.2 * (center + north + east + west + south)

    def run():
        for _ in range(SWEEPS // 2):
            sweep(grids[0], grids[1])
            sweep(grids[1], grids[0])

    return finish(run, grids, n)


def with_numba(n):
    import numba

    grids = [boundary(n), boundary(n)]

    @numba.njit(parallel=True)
    def sweep(old, new):
        for i in numba.prange(1, old.shape[0] - 1):
            for j in range(1, old.shape[1] - 1):
                new[i, j] = 0.2 * (old[i, j] + old[i - 1, j] + old[i, j + 1] + old[i, j - 1] + old[i + 1, j])

    def run():
        for _ in range(SWEEPS // 2):
            sweep(grids[0], grids[1])
            sweep(grids[1], grids[0])

    return finish(run, grids, n)


serve(numpy=with_numpy, numba=with_numba)
