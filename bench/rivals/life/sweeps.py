import json
import sys
import time

import numpy as np

n, steps = map(int, sys.argv[1:])
CALLS, EARLY, LAST = 400, 60, 10


def sweeps():
    u = np.zeros((n, n))
    u[0] = 1
    for _ in range(steps):
        new = u.copy()
        new[1:-1, 1:-1] = ((u[1:-1, :-2] + u[1:-1, 2:]) + (u[:-2, 1:-1] + u[2:, 1:-1])) * 0.25
        u = new
    return float(u.sum())


times = []
for _ in range(CALLS):
    began = time.perf_counter()
    total = sweeps()
    times.append(1000 * (time.perf_counter() - began))


def median_before(call):
    return sorted(times[call - LAST : call])[LAST // 2]


print(json.dumps({"first": times[0], "early": median_before(EARLY), "settled": median_before(CALLS), "sum": total}))
