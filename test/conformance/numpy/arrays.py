"""Random arrays as views of bases, and how they and results are written for the test that reads them."""

import base64
import math

import numpy as np

INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
FLOATS = ["float16", "float32", "float64"]
DTYPES = ["bool", *INTEGERS, *FLOATS]
#: With the dtype of their parts.
COMPLEX = {"complex64": "float32", "complex128": "float64"}


class Unsuited(Exception):
    """Raised where a random choice is none that both libraries mean the same by."""


class Array:
    """A view of a base: `x` as NumPy has it, and how it is reached from the base."""

    def __init__(self, x, base, index, steps):
        self.x, self.base, self.index, self.steps = x, base, index, steps


def packed(x):
    """dtype, shape and bytes."""
    x = np.asarray(x)
    if x.dtype.name not in DTYPES and x.dtype.name not in COMPLEX:
        raise Unsuited
    data = base64.b64encode(np.ascontiguousarray(x).tobytes()).decode()
    return {"dtype": x.dtype.name, "shape": list(x.shape), "data": data}


def written(value):
    """An argument: arrays by their base and steps, numbers that JSON lacks as text."""
    if isinstance(value, Array):
        return {"base": value.index, "steps": value.steps}
    if isinstance(value, dict):
        return {key: written(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [written(item) for item in value]
    if isinstance(value, complex):
        return {"complex": [written(value.real), written(value.imag)]}
    if isinstance(value, int) and abs(value) > 2**53:
        return {"bigint": str(value)}
    if isinstance(value, float) and (not math.isfinite(value) or (value == 0 and math.copysign(1, value) < 0)):
        return {"number": {"inf": "Infinity", "-inf": "-Infinity", "nan": "NaN"}.get(str(value), "-0")}
    return value


class Source:
    """Random choices, shapes and arrays of one call, and the bases of its arrays."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        self.bases = []

    def one(self, items):
        return items[int(self.random.integers(len(items)))]

    def often(self, probability):
        return self.random.random() < probability

    def between(self, low, high):
        return int(self.random.integers(low, high + 1))

    def shape(self, rank=None):
        rank = self.one([0, 1, 1, 1, 2, 2, 2, 3, 3, 4]) if rank is None else rank
        if rank == 1 and self.often(0.1):
            return (self.one([100, 257, 4097]),)
        return tuple(0 if self.often(0.04) else self.one([1, 1, 2, 3, 4, 5, 7]) for _ in range(rank))

    def narrower(self, shape):
        """A shape that broadcasts to this one."""
        found = [1 if self.often(0.3) else n for n in shape]
        return tuple(found[self.between(0, len(found)) :] if self.often(0.3) else found)

    def values(self, shape, dtype, kind):
        n = math.prod(shape)
        kind = kind or self.one(["plain", "plain", "small", "special", "ties"])
        if dtype in COMPLEX:
            made = np.empty(n, dtype)
            made.real, made.imag = (self.values(shape, COMPLEX[dtype], kind) for _ in range(2))
            return made
        if dtype == "bool":
            return self.random.random(n) < self.one([0.1, 0.5, 0.9])
        if kind == "positive":
            return self.random.integers(1, 9, n).astype(dtype)
        if kind == "small" or (kind == "ties" and dtype in INTEGERS):
            top = 10 if kind == "small" else 3
            return self.random.integers(0 if dtype.startswith("u") else 1 - top, top, n).astype(dtype)
        if dtype in INTEGERS:
            limits = np.iinfo(dtype)
            extremes = [limits.min, limits.max, limits.min + 1, limits.max - 1, 0, 1, 2, 3, 7]
            if kind == "special":
                return self.random.choice(np.array(extremes, dtype=dtype), n)
            return self.random.integers(max(-1000, limits.min), min(1000, limits.max), n).astype(dtype)
        if kind == "special":
            pool = [np.nan, np.inf, -np.inf, 0.0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 1e30, 2.0**24 + 2, 2.0**53, 0.1]
            return self.random.choice(np.array(pool), n).astype(dtype)
        if kind == "ties":
            return self.random.choice(np.array([0.0, 1, 2, 2, -1]), n).astype(dtype)
        return (self.random.standard_normal(n) * self.one([1, 10, 1000])).astype(dtype)

    def fixed(self, x, dtype):
        """An array of these values."""
        x = np.ascontiguousarray(np.asarray(x).astype(dtype)).reshape(np.shape(x))
        self.bases.append(packed(x))
        return Array(x, x, len(self.bases) - 1, [])

    def array(self, shape=None, dtypes=DTYPES, kind=None, whole=False):
        """An array of the shape: whole, or a slice with steps and turned axes of a larger one."""
        shape = self.shape() if shape is None else shape
        dtype = dtypes if isinstance(dtypes, str) else self.one(dtypes)
        if whole or len(shape) == 0 or self.often(0.45):
            base = self.values(shape, dtype, kind).reshape(shape)
            self.bases.append(packed(base))
            return Array(base, base, len(self.bases) - 1, [])
        order = [int(axis) for axis in self.random.permutation(len(shape))]
        inner = [0] * len(shape)
        for to, axis in enumerate(order):
            inner[axis] = shape[to]
        sizes, cuts = zip(*(self.cut(n) for n in inner))
        base = self.values(sizes, dtype, kind).reshape(sizes)
        self.bases.append(packed(base))
        x = base[tuple(slice(*cut) for cut in cuts)].transpose(order)
        return Array(x, base, len(self.bases) - 1, [["slice", [list(cut) for cut in cuts]], ["transpose", order]])

    def cut(self, n):
        """The size of an axis, and a slice of it with n elements."""
        how = self.one(["whole", "whole", "inside", "steps", "backwards"])
        if n == 0 or how == "whole":
            return n, (None, None, None)
        if how == "inside":
            start = self.between(0, 2)
            return n + start + self.between(0, 2), (start, start + n, 1)
        if how == "steps":
            start, step = self.between(0, 1), self.between(2, 3)
            return start + (n - 1) * step + 1, (start, None, step)
        return n, (None, None, -1)
