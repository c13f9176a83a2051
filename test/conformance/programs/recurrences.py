"""Kernels whose steps need the ones before: sweeps, dynamic programs, flows."""

import numpy as np


def adi():
    """Implicit in turns: rows, then columns, each by a forward and a backward sweep."""
    n = 16
    b, c = 3.0, -1.0
    u = np.linspace(0, 1, n)[:, None] * np.ones(n)
    for t in range(4):
        for turn in range(2):
            u = u.T.copy()
            p = np.zeros((n, n))
            q = np.zeros((n, n))
            for j in range(1, n - 1):
                p[:, j] = -c / (c * p[:, j - 1] + b)
                q[:, j] = (u[:, j] - c * q[:, j - 1]) / (c * p[:, j - 1] + b)
            for j in range(n - 2, 0, -1):
                u[:, j] = p[:, j] * u[:, j + 1] + q[:, j]
    return u


def vertical_advection():
    """Columns of an atmosphere: a tridiagonal system along the last axis of a grid."""
    n, levels = 6, 12
    x = np.arange(n * n * levels, dtype=np.float64).reshape((n, n, levels)) % 7
    low = 0.1 * x + 0.2
    high = 0.3 - 0.02 * x
    d = np.sin(x)
    c = np.zeros((n, n, levels))
    c[:, :, 0] = high[:, :, 0]
    for k in range(1, levels):
        pivot = 1 / (2 + low[:, :, k] - low[:, :, k] * c[:, :, k - 1])
        c[:, :, k] = high[:, :, k] * pivot
        d[:, :, k] = (d[:, :, k] - low[:, :, k] * d[:, :, k - 1]) * pivot
    for k in range(levels - 2, -1, -1):
        d[:, :, k] -= c[:, :, k] * d[:, :, k + 1]
    return d


def floyd_warshall():
    """Shortest paths between all pairs of nodes."""
    n = 16
    i = np.arange(n, dtype=np.float64)
    path = (i[:, None] * i) % 7 + 1
    path[(i[:, None] + i) % 13 == 0] = 999
    for k in range(n):
        path[:] = np.minimum(path, path[:, k][:, None] + path[k])
    return path


def nussinov():
    """Pairs of bases in a strand, by a dynamic program over its pieces."""
    n = 14
    base = (np.arange(n) * 3 + 1) % 4
    match = (base[:, None] + base) == 3
    table = np.zeros((n, n))
    for i in range(n - 2, -1, -1):
        for j in range(i + 1, n):
            best = np.maximum(table[i, j - 1], table[i + 1, j])
            if j > i + 1:
                best = np.maximum(best, table[i + 1, j - 1] + match[i, j])
                best = np.maximum(best, np.max(table[i, i + 1 : j] + table[i + 2 : j + 1, j]))
            table[i, j] = best
    return table


def alignment():
    """The score of two sequences, along diagonals of its table."""
    n = 20
    a = (np.arange(n) * 7) % 4
    b = (np.arange(n) * 5 + 1) % 4
    before = np.zeros(n + 1)
    row = np.zeros(n + 1)
    for k in range(n):
        row[1:] = np.maximum(before[:-1] + np.where(b == a[k], 2.0, -1.0), before[1:] - 1)
        row[1:] = np.maximum(row[1:], 0.0)
        before[:] = row
    return before


def cavity():
    """A step of flow in a cavity: pressure by iterations, then velocities."""
    n, dt, dx = 16, 0.001, 0.125
    u = np.zeros((n, n))
    v = np.zeros((n, n))
    p = np.zeros((n, n))
    u[-1] = 1
    for t in range(5):
        dudx = (u[1:-1, 2:] - u[1:-1, :-2]) / (2 * dx)
        dvdy = (v[2:, 1:-1] - v[:-2, 1:-1]) / (2 * dx)
        b = (dudx + dvdy) / dt - dudx**2 - dvdy**2
        for k in range(6):
            p[1:-1, 1:-1] = 0.25 * (p[1:-1, 2:] + p[1:-1, :-2] + p[2:, 1:-1] + p[:-2, 1:-1] - dx**2 * b)
            p[:, -1] = p[:, -2]
            p[0] = p[1]
            p[:, 0] = p[:, 1]
            p[-1] = 0
        u[1:-1, 1:-1] -= dt / (2 * dx) * (p[1:-1, 2:] - p[1:-1, :-2])
        v[1:-1, 1:-1] -= dt / (2 * dx) * (p[2:, 1:-1] - p[:-2, 1:-1])
        u[1:-1, 1:-1] += 0.1 * dt / dx**2 * (u[2:, 1:-1] + u[:-2, 1:-1] - 2 * u[1:-1, 1:-1])
    return u, v, p


def channel():
    """Flow in a channel that closes on itself, until it changes by little."""
    n, dt = 12, 0.01
    u = np.zeros((n, n))
    change, steps = 1.0, 0
    while change > 0.02 and steps < 100:
        before = u.copy()
        around = np.roll(before, 1, axis=1) + np.roll(before, -1, axis=1)
        u[1:-1] = before[1:-1] + dt * (around[1:-1] + before[2:] + before[:-2] - 4 * before[1:-1] + 1)
        change = float((np.sum(u) - np.sum(before)) / np.sum(u))
        steps += 1
    return u
