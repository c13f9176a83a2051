import sys
import numpy as np

n, steps = map(int, sys.argv[1:])
u = np.sin(np.arange(n * n, dtype=float)).reshape(n, n)
p, q = np.zeros((n, n)), np.zeros((n, n))
for _ in range(steps):
    p[0] = 0
    q[0] = u[0]
    for i in range(1, n - 1):
        pivot = p[i - 1] * -0.5 + 2
        p[i] = 0.5 / pivot
        q[i] = (u[i] + q[i - 1] * 0.5) / pivot
    for i in range(n - 2, 0, -1):
        u[i] = p[i] * u[i + 1] + q[i]
print((u * u).sum())
