"""What NumPy gives for the calls of numpy-parameters.test.ts and its like in test/unit/array: run it to write options.json anew."""

import json
import os
import warnings

import numpy as np

nan, inf = np.nan, np.inf
v = np.array([3.0, -1.5, 4.0, 1.25, -0.0, 9.5, 2.0])
w = np.array([1.0, 2.0, 0.5, 3.0, 1.5, 0.25, 4.0])
m = np.array([[3.0, 1.0, 2.0, 8.0], [-6.0, 5.0, 4.5, 0.5], [2.0, 2.0, -7.0, 1.0]])
t = np.arange(24, dtype=float).reshape(2, 3, 4) ** 1.5 - 20
k = np.array([[4, 1, 7], [2, 9, 3]])
g = np.array([[1.0, nan, 3.0], [nan, nan, nan], [4.0, -2.0, nan]])

CREATION = """
np.linspace(-1, 1, 4, dtype=np.int64)
np.linspace(5, -7, 8, dtype=np.int8)
np.linspace(0, 1, 5, False)
np.linspace(np.min(v), np.max(v), 5)
np.linspace(v[:3], 2, 4)
np.linspace(m[:, :2], [1.0, -1.0], 3, axis=-1)
np.linspace(m[:, :2], 7, 3, axis=1, endpoint=False)
np.linspace(v[:3].astype(np.float32), 2, 4)
np.linspace(k, 8, 3)
np.linspace(k, 8, 4, dtype=np.int32)
np.linspace(v, v, 3)
np.linspace(v, 1, 0)
np.linspace(v, 1, 1)
np.linspace(v, [5e-324, 1, 2, 3, 4, 5, 6], 3)
np.linspace(0, 1, 5, retstep=True)[1]
np.linspace(v, 1, 5, retstep=True)[1]
np.linspace(0, 1, 1, retstep=True)[1]
np.linspace(0, 1, 1, endpoint=False, retstep=True)[1]
np.logspace(0, np.array([1.0, 2.0, 3.0]), 4)
np.logspace(0, 3, 4, True, 2)
np.logspace(0, 3, 5, dtype=np.int64)
np.logspace(0, np.array([1.0, 2.0]), 3, base=np.array([2.0, 3.0]), axis=-1)
np.logspace(0, 2, 3, base=np.array([[2.0], [3.0]]))
np.geomspace(1, np.array([4.0, 9.0]), 3)
np.geomspace(np.array([1.0, -2.0]), np.array([16.0, -32.0]), 5, axis=1)
np.geomspace(1, 1000, 4, dtype=np.float32)
np.geomspace(1, 256, 9, endpoint=False)
np.geomspace(-1, -1000, 4)
np.full((2, 3), np.array([1.0, 2.0, 3.0]))
np.full((2, 3), np.array([1.5, 2.0, 3.0]), np.int64)
np.full((2, 3), k, dtype=np.float32)
np.full_like(m, v[:4])
np.full_like(k, 2.5, shape=(2, 2))
np.full_like(k, v[:2], dtype=np.float64, shape=(3, 2))
np.zeros_like(k, shape=4)
np.ones_like(m, np.int32, shape=(2, 1))
np.empty_like(m, shape=(0, 2))
np.array(v, ndmin=3)
np.array(k, np.float64, ndmin=2)
np.array(5.0, ndmin=1)
"""


def listed(x):
    if isinstance(x, list):
        return [listed(item) for item in x]
    return str(x) if isinstance(x, float) and not np.isfinite(x) else x


warnings.simplefilter("ignore")
folder = os.path.dirname(os.path.abspath(__file__))
for name, cases in (("options-creation", CREATION),):
    results = {}
    for line in cases.strip().splitlines():
        found = np.asarray(eval(line))
        results[line] = {"dtype": found.dtype.name, "shape": list(found.shape), "values": listed(found.ravel().tolist())}
    with open(os.path.join(folder, f"{name}.json"), "w") as out:
        out.write("{\n" + ",\n".join(f"  {json.dumps(k)}: {json.dumps(r)}" for k, r in results.items()) + "\n}\n")
