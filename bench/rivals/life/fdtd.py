import sys
import numpy as np

n, steps = map(int, sys.argv[1:])
ex, ey, hz = np.zeros((n, n)), np.zeros((n, n)), np.zeros((n, n))
for k in range(steps):
    ey[0] = k
    ey[1:] -= (hz[1:] - hz[:-1]) * 0.5
    ex[:, 1:] -= (hz[:, 1:] - hz[:, :-1]) * 0.5
    hz[:-1, :-1] -= (ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1]) * 0.7
print(hz.sum())
