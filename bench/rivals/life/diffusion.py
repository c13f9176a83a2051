import sys
import numpy as np

n, steps = map(int, sys.argv[1:])
f = np.sin(np.arange(n * n, dtype=float)).reshape(n, n)
for _ in range(steps):
    lap = f[1:-1, 1:-1] * 4 - (f[2:, 1:-1] + f[:-2, 1:-1] + f[1:-1, 2:] + f[1:-1, :-2])
    east = lap[:, 1:] - lap[:, :-1]
    north = lap[1:] - lap[:-1]
    flux_east = np.where(east * (f[1:-1, 2:-1] - f[1:-1, 1:-2]) > 0, 0, east)
    flux_north = np.where(north * (f[2:-1, 1:-1] - f[1:-2, 1:-1]) > 0, 0, north)
    new = f.copy()
    new[2:-2, 2:-2] -= (flux_east[1:-1, 1:] - flux_east[1:-1, :-1] + flux_north[1:, 1:-1] - flux_north[:-1, 1:-1]) * 0.025
    f = new
print((f * f).sum())
