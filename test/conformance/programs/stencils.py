"""Kernels of stencils on grids, as NumPy's users write them."""

import numpy as np


def jacobi1d():
    """Averages of three neighbours, in turns between two vectors."""
    n, steps = 120, 30
    a = np.arange(n, dtype=np.float64) / n
    b = np.zeros(n)
    for t in range(steps):
        b[1:-1] = (a[:-2] + a[1:-1] + a[2:]) * 0.33333
        a[1:-1] = (b[:-2] + b[1:-1] + b[2:]) * 0.33333
    return a, b


def jacobi2d():
    """Averages of five points of a square."""
    n = 24
    i = np.arange(n, dtype=np.float64)
    a = i[:, None] * (i + 2) / n
    b = a * 1.5
    for t in range(20):
        b[1:-1, 1:-1] = 0.2 * (a[1:-1, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] + a[2:, 1:-1] + a[:-2, 1:-1])
        a[1:-1, 1:-1] = 0.2 * (b[1:-1, 1:-1] + b[1:-1, :-2] + b[1:-1, 2:] + b[2:, 1:-1] + b[:-2, 1:-1])
    return a


def heat3d():
    """Heat in a cube: second differences along three axes."""
    n = 10
    i = np.arange(n, dtype=np.float64)
    a = (i[:, None, None] + i[:, None] + (n - i)) * 10 / n
    for t in range(8):
        c = a[1:-1, 1:-1, 1:-1]
        x = a[2:, 1:-1, 1:-1] - 2 * c + a[:-2, 1:-1, 1:-1]
        y = a[1:-1, 2:, 1:-1] - 2 * c + a[1:-1, :-2, 1:-1]
        z = a[1:-1, 1:-1, 2:] - 2 * c + a[1:-1, 1:-1, :-2]
        a[1:-1, 1:-1, 1:-1] = c + 0.125 * (x + y + z)
    return a


def fdtd2d():
    """Electric and magnetic fields on staggered grids."""
    n = 20
    i = np.arange(n, dtype=np.float64)
    ex = i[:, None] * (i + 1) / n
    ey = i[:, None] * (i + 2) / n
    hz = i[:, None] * (i + 3) / n
    for t in range(12):
        ey[0] = t
        ey[1:] -= 0.5 * (hz[1:] - hz[:-1])
        ex[:, 1:] -= 0.5 * (hz[:, 1:] - hz[:, :-1])
        hz[:-1, :-1] -= 0.7 * (ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1])
    return ex, ey, hz


def red_black():
    """Gauss and Seidel's relaxation, over points of two colours."""
    n = 18
    i = np.arange(n)
    color = (i[:, None] + i) % 2
    inner = np.zeros((n, n), dtype=np.bool)
    inner[1:-1, 1:-1] = True
    u = np.zeros((n, n))
    u[0] = 1.0
    for t in range(15):
        for k in range(2):
            mean = 0.25 * (np.roll(u, 1, axis=0) + np.roll(u, -1, axis=0) + np.roll(u, 1, axis=1) + np.roll(u, -1, axis=1))
            u = np.where(inner & (color == k), mean, u)
    return u


def horizontal_diffusion():
    """A limited flux of Laplacians along both axes of a grid."""
    n = 14
    f = np.cos(np.arange(n * n, dtype=np.float64)).reshape((n, n))
    lap = 4 * f[1:-1, 1:-1] - (f[2:, 1:-1] + f[:-2, 1:-1] + f[1:-1, 2:] + f[1:-1, :-2])
    flux = lap[1:, 1:-1] - lap[:-1, 1:-1]
    x = np.where(flux * (f[2:-1, 2:-2] - f[1:-2, 2:-2]) > 0, 0.0, flux)
    flux = lap[1:-1, 1:] - lap[1:-1, :-1]
    y = np.where(flux * (f[2:-2, 2:-1] - f[2:-2, 1:-2]) > 0, 0.0, flux)
    return f[2:-2, 2:-2] - 0.03 * (x[1:] - x[:-1] + y[:, 1:] - y[:, :-1])


def game_of_life():
    """A glider on a torus."""
    grid = np.zeros((12, 12), dtype=np.int64)
    grid[1, 2] = 1
    grid[2, 3] = 1
    grid[3, 1:4] = 1
    for t in range(10):
        count = np.zeros((12, 12), dtype=np.int64)
        for i in [-1, 0, 1]:
            for j in [-1, 0, 1]:
                count += np.roll(grid, (i, j), axis=(0, 1))
        count -= grid
        grid = ((count == 3) | ((grid == 1) & (count == 2))).astype(np.int64)
    return grid


def wave():
    """A string that swings: three levels of time."""
    n = 60
    x = np.linspace(0, 1, n)
    before = np.sin(np.pi * x)
    now = before.copy()
    for t in range(40):
        after = np.zeros(n)
        after[1:-1] = 2 * now[1:-1] - before[1:-1] + 0.25 * (now[2:] - 2 * now[1:-1] + now[:-2])
        before = now
        now = after
    return now
