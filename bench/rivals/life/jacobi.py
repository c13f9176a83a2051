import sys
import numpy as np

n, steps = map(int, sys.argv[1:])
u = np.zeros((n, n))
u[0] = 1
for _ in range(steps):
    new = u.copy()
    new[1:-1, 1:-1] = ((u[1:-1, :-2] + u[1:-1, 2:]) + (u[:-2, 1:-1] + u[2:, 1:-1])) * 0.25
    u = new
print(u.sum())
