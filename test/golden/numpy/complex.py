"""What NumPy gives for complex functions on special values and on some random ones: run it to write complex.json anew, which
test/unit/array/complex.test.ts compares with."""

import json
import os
import warnings

import numpy as np

warnings.simplefilter("ignore")
np.seterr(all="ignore")

ends = [0.0, -0.0, 1.0, -2.5, np.inf, -np.inf, np.nan]
special = np.array([complex(x, y) for x in ends for y in ends])
rng = np.random.default_rng(5)
random = np.round(rng.normal(size=16) * 3, 3) + 1j * np.round(rng.normal(size=16) * 3, 3)
large = np.array([3e150 + 1e150j, 1e-200 - 1e-200j, 300 - 2j, -745 + 1j, 1e8 + 1e-8j, 1 + 1e-9j, -1e-9 + 2j, 0.999 + 0.01j])

UNARY = "negative square reciprocal exp log sqrt abs angle sin cos tan sinh cosh tanh arcsin arccos arctan arcsinh arccosh arctanh log2 log10 log1p expm1 sign isnan isinf isfinite".split()
# Where NumPy's answers at infinities and zeros of either sign are the standard's.
BINARY = "add subtract multiply divide".split()


def number(x):
    if isinstance(x, (bool, np.bool_)):
        return bool(x)
    x = float(x)
    if x != x:
        return "nan"
    if x in (np.inf, -np.inf):
        return "inf" if x > 0 else "-inf"
    return "-0" if x == 0 and np.signbit(x) else x


def packed(values):
    values = np.asarray(values).ravel()
    if np.iscomplexobj(values):
        return [[number(v.real), number(v.imag)] for v in values]
    return [number(v) for v in values]


few = special[::4]
left, right = (x.ravel() for x in np.meshgrid(few, few, indexing="ij"))
out = {"special": packed(special), "random": packed(random), "large": packed(large), "left": packed(left), "right": packed(right)}
out["unary"] = {
    name: {key: packed(getattr(np, name)(x)) for key, x in [("special", special), ("random", random), ("large", large)]}
    for name in UNARY
}
out["binary"] = {name: packed(getattr(np, name)(left, right)) for name in BINARY}
out["pow"] = {str(n): packed(random**n) for n in [2, 3, 7, -2, 0.5, 1 + 2j]}
z = random.reshape(4, 4)
out["whole"] = {
    "sum": packed(z.sum(axis=0)),
    "mean": packed(z.mean()),
    "prod": packed(z.prod(axis=1)),
    "std": packed(z.std(axis=1)),
    "var": packed(z.var(ddof=1)),
    "matmul": packed(z @ z),
    "vecdot": packed(np.vecdot(z, z[::-1])),
    "cumsum": packed(z.cumsum(axis=1)),
    "kron": packed(np.kron(z[:2, :2], z[2:, 2:])),
    "trace": packed(np.trace(z)),
}
out["repr"] = [repr(random[:5]), repr(np.array([1 + 2j, 3 - 10.5j])), repr(z.astype("complex64")), str(z), repr(special[::9]), repr(np.arange(2000) * 1j)]
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "complex.json"), "w") as file:
    json.dump(out, file, separators=(",", ":"))
    file.write("\n")
