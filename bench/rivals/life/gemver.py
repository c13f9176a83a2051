import sys
import numpy as np

n, steps = map(int, sys.argv[1:])
i = np.arange(n) / n
u1, v1, u2, v2 = i, i / 2, i / 3, i / 4
A = np.outer(i, i)
for _ in range(steps):
    A = A + np.outer(u1, v1) + np.outer(u2, v2)
    x = (A.T @ i) * 1.2 + i / 9
    w = (A @ x) * 1.5
print(w.sum())
