"""Two sweeps of the 27-point stencil on a cube: weights by distance from the centre."""
from side import serve

WEIGHTS = (0.5, 0.05, 0.0125, 0.00625)
SWEEPS = 2


def start(n):
    import numpy as np

    cube = np.zeros((n + 2, n + 2, n + 2))
    cube[0] = 1.0
    cube[:, 0] = 0.5
    return [cube, cube.copy()]


def finish(run, cubes, n):
    return run, lambda: [cubes[0].sum(), cubes[0][1, 1, 1], cubes[0][2, n, n]], SWEEPS * 2 * 8 * n**3


def with_numpy(n):
    cubes = start(n)

    def part(cube, axis_shift):
        return cube[tuple(slice(1 + d, n + 1 + d) for d in axis_shift)]

    def sweep(old, new):
        total = WEIGHTS[0] * part(old, (0, 0, 0))
        for x in (-1, 0, 1):
            for y in (-1, 0, 1):
                for z in (-1, 0, 1):
                    distance = abs(x) + abs(y) + abs(z)
                    if distance > 0:
                        total = total + WEIGHTS[distance] * part(old, (x, y, z))
        new[1:-1, 1:-1, 1:-1] = total

    def run():
        for _ in range(SWEEPS // 2):
            sweep(cubes[0], cubes[1])
            sweep(cubes[1], cubes[0])

    return finish(run, cubes, n)


def with_numba(n):
    import numba

    cubes = start(n)

    @numba.njit(parallel=True)
    def sweep(old, new):
        for i in numba.prange(1, old.shape[0] - 1):
            for j in range(1, old.shape[1] - 1):
                for k in range(1, old.shape[2] - 1):
                    total = 0.0
                    for x in range(-1, 2):
                        for y in range(-1, 2):
                            for z in range(-1, 2):
                                total += WEIGHTS[abs(x) + abs(y) + abs(z)] * old[i + x, j + y, k + z]
                    new[i, j, k] = total

    def run():
        for _ in range(SWEEPS // 2):
            sweep(cubes[0], cubes[1])
            sweep(cubes[1], cubes[0])

    return finish(run, cubes, n)


serve(numpy=with_numpy, numba=with_numba)
