"""Single NumPy operations, by their expressions: the rival of bench/micro/operations.ts, which has the same inputs.

    to us     {"do": "inputs", "size": 1000}       {"do": "operation", "expression": "x + y"}     answered by {}
              {"do": "run", "times": 3}            {"do": "result"}                               as in side.py
"""
import json
import sys
import time

import numpy as np
from side import spread


def inputs(n):
    x, y = spread(n, 0.6180339887498949, 0.1), spread(n, 0.7548776662466927, 0.3)
    s = x * 8 - 4
    rows = 10 ** int((len(str(n)) - 1) / 2)
    columns, side = n // rows, int(n ** 0.5)
    return dict(
        np=np, n=n, x=x, y=y, s=s, f=x.astype(np.float32), g=y.astype(np.float32), b=(x * 100).astype(np.int8), m=x > 0.5,
        w=x.copy(), h=np.zeros(1000),
        i=(x * 1000).astype(np.int64), j=(y * 999).astype(np.int64) + 1, at=(y * n).astype(np.int64),
        A=x.reshape(rows, -1), B=y.reshape(rows, -1), ordered=np.sort(x), rng=np.random.default_rng(1),
        Q=x[:side * side].reshape(side, side), r=(x * rows).astype(np.int64), c=(y * columns).astype(np.int64),
        K=(y * columns).astype(np.int64).reshape(rows, columns), M=(x > 0.5).reshape(rows, columns), C=x.reshape(10, -1, 10),
        V=x[:n // 3 * 3].reshape(-1, 3), trapezoid=getattr(np, "trapezoid", None) or np.trapz,
    )


def digest(value):
    """Its size, the sum of its magnitudes, and its first, middle and last elements."""
    flat = np.ravel(value).astype(np.float64)
    return [flat.size, np.abs(flat).sum(), *(flat[k] for k in (0, flat.size // 2, -1))]


def main():
    given, run, last = {}, None, None
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        command, answer = json.loads(line), {}
        if command["do"] == "inputs":
            given = inputs(command["size"])
        elif command["do"] == "operation":
            run = eval("lambda: " + command["expression"], given)
        elif command["do"] == "run":
            start = time.perf_counter()
            for _ in range(command["times"]):
                last = run()
            answer = {"seconds": time.perf_counter() - start}
        elif command["do"] == "result":
            answer = {"result": digest(last)}
        else:
            break
        print(json.dumps(answer), flush=True)


np.seterr(all="ignore")
main()
