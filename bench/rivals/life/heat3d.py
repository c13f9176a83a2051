import sys
import numpy as np

n, steps = map(int, sys.argv[1:])
x = np.linspace(0, 1, n)
a = x[:, None, None] + x[None, :, None] + x[None, None, :]
b = a.copy()
for _ in range(steps):
    c = a[1:-1, 1:-1, 1:-1]
    twice = c * 2
    dx = a[2:, 1:-1, 1:-1] - twice + a[:-2, 1:-1, 1:-1]
    dy = a[1:-1, 2:, 1:-1] - twice + a[1:-1, :-2, 1:-1]
    dz = a[1:-1, 1:-1, 2:] - twice + a[1:-1, 1:-1, :-2]
    b[1:-1, 1:-1, 1:-1] = c + (dx + dy + dz) * 0.125
    a, b = b, a
print((a * a).sum())
