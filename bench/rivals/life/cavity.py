import sys
import numpy as np

n, steps = map(int, sys.argv[1:])
dx, dt, nu = 2 / (n - 1), 0.0001, 0.1
u, v, p = np.zeros((n, n)), np.zeros((n, n)), np.zeros((n, n))


def east(f):
    return (f[1:-1, 2:] - f[1:-1, :-2]) / (2 * dx)


def north(f):
    return (f[2:, 1:-1] - f[:-2, 1:-1]) / (2 * dx)


def around(f):
    return f[1:-1, 2:] + f[1:-1, :-2] + f[2:, 1:-1] + f[:-2, 1:-1]


def step(f, pressure):
    c = f[1:-1, 1:-1]
    carried = u[1:-1, 1:-1] * east(f) + v[1:-1, 1:-1] * north(f)
    return c + ((around(f) - c * 4) * (nu / dx**2) - carried - pressure) * dt


for _ in range(steps):
    ux, vy = east(u), north(v)
    b = (ux + vy) / dt - ux * ux - north(u) * east(v) * 2 - vy * vy
    for _ in range(10):
        p[1:-1, 1:-1] = (around(p) - b * dx**2) * 0.25
        p[:, -1] = p[:, -2]
        p[0] = p[1]
    un, vn = step(u, east(p)), step(v, north(p))
    u[1:-1, 1:-1] = un
    v[1:-1, 1:-1] = vn
    u[-1] = 1
print(u.sum())
