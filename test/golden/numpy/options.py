"""What NumPy gives for the calls of numpy-parameters.test.ts and its like in test/unit/array: run it to write options.json anew."""

import json
import os
import warnings

import numpy as np
from listed import listed

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

#: Of functions that arrange, choose and count.
ARRANGING = """
np.concat([k, k], dtype=np.float32)
np.stack([v, w], axis=1, dtype=np.float32)
np.hstack([v, w], dtype=np.float32)
np.vstack([k, k], dtype=np.float64)
np.atleast_2d(v, k)[0]
np.atleast_3d(v, k)[1]
np.atleast_1d(3.0, k)[0]
np.piecewise(v, [v < 0, v > 3], [-1, 1, 0.5])
np.piecewise(v, [v < 0, v > 3], [lambda x: -x, lambda x: x * 2, lambda x: x + 10])
np.argsort(m, 0, "stable")
np.sort(m, kind="heapsort")
np.partition(v, 3, kind="introselect")[3]
np.diagonal(t, 1, 0, 2)
np.diagonal(t, axis1=2, axis2=1)
np.diagonal(t)
np.diagonal(t, -1)
np.linalg.diagonal(t)
np.linalg.diagonal(t, offset=2)
np.trace(t)
np.linalg.trace(t)
np.linalg.trace(t * 1j).imag
np.diagonal(t * 1j).imag
np.einsum("kiik->k", np.ones((2, 3, 3, 2)) * np.arange(3.0)[:, None])
done(np.fill_diagonal, np.zeros((3, 3, 3)), 4)
done(np.fill_diagonal, np.zeros((2, 2, 2, 2)), [5, 6])
done(np.fill_diagonal, np.zeros((3, 3)), [5, 6])
done(np.fill_diagonal, np.zeros((3, 3)), [[1, 2], [3, 4]])
np.tril([1.0, 2.0, 3.0])
np.triu([1.0, 2.0, 3.0], 1)
np.rint(k)
np.rint(t)
np.fix(k)
np.trace(t, 1, 1, 2)
np.trace(t, axis1=0, axis2=2)
np.trace(k, dtype=np.float32)
np.cross(m[:, :3].T, m[:, 1:].T, axisa=0, axisb=0)
np.cross(m[:, :3], m[:, 1:].T, axisa=1, axisb=0, axisc=0)
np.interp([-190, 0, 77, 350.5, 720], [190, -190, 350, -350], [5, 10, 3, 4], period=360)
np.interp([1.5, -2.0], [1.0, 2.0, 0.5], [3.0, 4.0, 5.0], left=9, period=2.5)
np.meshgrid(v, w[:3], sparse=True)[0]
np.meshgrid(v, w[:3], sparse=True, indexing="ij")[1]
np.meshgrid(v, w[:3], copy=True)[1]
np.indices((2, 3), dtype=np.int32)
np.indices((2, 3), sparse=True)[1]
np.take(v, [9, -1, 3, -20], mode="wrap")
np.take(m, [9, -1, 3], axis=1, mode="clip")
np.choose([5, 0, -1], [v[:3], w[:3]], mode="wrap")
np.choose([5, 0, -1], [v[:3], w[:3]], mode="clip")
np.ravel_multi_index(([7, -1], [1, 9]), (3, 4), mode="wrap")
np.ravel_multi_index(([7, -1], [1, 9]), (3, 4), mode=("wrap", "clip"))
done(np.put, v, [9, -1], [7, 8], "wrap")
done(np.put, v, [9, -1], [7, 8], "clip")
done(np.fill_diagonal, np.zeros((7, 3)), 4, True)
done(np.fill_diagonal, np.zeros((7, 3)), [1, 2, 3], True)
np.all(m > 0, 1, where=m < 4)
np.any(m > 4, axis=0, where=[True, True, False, False])
np.array([np.array_equal(g, g), np.array_equal(g, g, equal_nan=True), np.array_equal(g, v, True)])
np.angle(v, deg=True)
np.angle(np.array([1j, -1 + 1j]), True)
np.polyder(v, 2)
np.polyder(v[:2], 3)
np.polyint(v, 2)
np.polyint(v, m=3, k=[1, 2, 3])
np.polyint(v, 2, 5)
np.setdiff1d(v, [4.0, 2.0], True)
np.setxor1d(v, [4.0, 99.0], assume_unique=True)
np.intersect1d(v, [4.0, 99.0, 2.0], True)
np.isin(v, [4.0, 2.0], assume_unique=True, kind="sort")
np.tri(2, 3, 1, dtype=np.int32)
np.average(m, axis=1, weights=[1, 2, 3, 4], returned=True)[1]
np.average(m, axis=0, returned=True)[1]
np.cov(m, bias=True)
np.cov(m, fweights=[1, 2, 3, 1])
np.cov(m, aweights=[0.5, 2, 1, 1.5])
np.cov(m, fweights=[1, 2, 3, 1], aweights=[0.5, 2, 1, 1.5], ddof=0)
np.cov(v, aweights=w)
np.cov(m, dtype=np.float32)
np.corrcoef(m, dtype=np.float32)
np.digitize([1, 2.5, 4], [1, 2.5, 4], True)
"""

#: Of functions without NaN, and derivatives.
CALCULUS = """
np.gradient(v, 2)
np.gradient(v, np.float64(0.5), edge_order=2)
np.gradient(v, [0, 1, 1.5, 2, 4, 8, 9], edge_order=2)
np.gradient(m, 2, 0.5)[0]
np.gradient(m, 2, 0.5)[1]
np.gradient(m, [0, 1, 4], 0.5)[0]
np.gradient(m, 2.0, axis=1, edge_order=2)
np.gradient(t, 1, 2, axis=(2, 1))[1]
np.gradient(t, axis=(0,))
np.gradient(m.astype(np.float32), 2, axis=0)
np.gcd(k, 6, where=k > 2, out=np.zeros_like(k))
np.lcm(k.astype(np.int16), 6, dtype=np.int32)
np.float_power(k, -1, where=k > 1, out=np.zeros((2, 3)))
np.power(k, 2, where=k > 2, out=np.zeros_like(k))
np.power(k, -1, dtype=np.float64)
np.deg2rad(m, where=m > 0, out=np.ones((3, 4)))
np.rad2deg(m, np.ones((3, 4)))
np.nansum(g, axis=0, where=[True, False, True])
np.nansum(g, 1, np.float32)
np.nansum(g, axis=1, initial=10, where=g > 0)
np.nansum(k, axis=1, where=k > 2)
np.nanprod(g, axis=0, initial=2)
np.nanprod(g, where=g < 4)
np.nanmax(g, axis=1, initial=-1, where=True)
np.nanmin(g, axis=0, initial=2.5, where=[True, False, True])
np.nanmax(k, axis=1, initial=0, where=k < 5)
np.nanmean(g, axis=0, where=g < 4)
np.nanmean(g, axis=1, dtype=np.float32)
np.nanvar(g, axis=1, where=[True, True, False])
np.nanvar(m, axis=0, ddof=1, where=m > 0)
np.nanstd(m, axis=1, dtype=np.float32)
np.nanstd(k, axis=1, where=k > 1)
"""


def done(function, x, *rest):
    result = np.array(x)
    function(result, *rest)
    return result


warnings.simplefilter("ignore")
folder = os.path.dirname(os.path.abspath(__file__))
for name, cases in (("options-creation", CREATION), ("options-arranging", ARRANGING), ("options-calculus", CALCULUS)):
    results = {}
    for line in cases.strip().splitlines():
        found = np.asarray(eval(line))
        results[line] = {"dtype": found.dtype.name, "shape": list(found.shape), "values": listed(found.ravel().tolist())}
    with open(os.path.join(folder, f"{name}.json"), "w") as out:
        out.write("{\n" + ",\n".join(f"  {json.dumps(k)}: {json.dumps(r)}" for k, r in results.items()) + "\n}\n")
