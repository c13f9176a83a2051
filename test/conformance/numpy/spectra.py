"""Transforms of several axes and what goes with them; values of decompositions that no library is free to choose."""

import numpy as np

from arrays import Unsuited
from composed import DOUBLES, matrix, plain


def many(s):
    """Transforms over several axes, some cut or filled to other lengths."""
    name = s.one(["fftn", "ifftn", "rfftn", "irfftn", "fft2", "ifft2", "rfft2", "irfft2"])
    a = plain(s, s.one([2, 3]), DOUBLES)
    count = 2 if name.endswith("2") else s.between(1, a.x.ndim)
    axes = [int(axis) for axis in s.random.permutation(a.x.ndim)[:count]]
    options = {"axes": axes, "norm": s.one(["backward", "ortho", "forward"])}
    if s.often(0.4) or name.startswith("ir"):
        options["s"] = [s.between(2, 8) for _ in axes]
    return f"fft.{name}", [a], options, lambda: getattr(np.fft, name)(a.x, **options), "sums"


def shifted(s):
    name = s.one(["fftshift", "ifftshift"])
    a = s.array(s.shape(s.one([1, 2, 3])))
    axes = [axis for axis in range(a.x.ndim) if s.often(0.6)]
    if not axes:
        return f"fft.{name}", [a], {}, lambda: getattr(np.fft, name)(a.x), 0
    return f"fft.{name}", [a], {"axes": axes}, lambda: getattr(np.fft, name)(a.x, axes=axes), 0


def frequencies(s):
    name, n, d = s.one(["fftfreq", "rfftfreq"]), s.between(1, 40), s.one([1.0, 0.5, 0.1])
    return f"fft.{name}", [n], {"d": d}, lambda: getattr(np.fft, name)(n, d), 1


def decomposed(s):
    """Values that a matrix has, whatever the algorithm."""
    name = s.one(["slogdet", "eigvalsh", "svdvals", "matrixRank", "pinv"])
    if name in ("svdvals", "pinv"):
        a = matrix(s)
        if name == "pinv" and np.any(np.linalg.cond(a.x) > 100):
            raise Unsuited
        return f"linalg.{name}", [a], {}, lambda: getattr(np.linalg, name)(a.x), "sums"
    a = matrix(s, square=True)
    if name == "eigvalsh":
        a = s.fixed(a.x + a.x.swapaxes(-1, -2), a.x.dtype.name)
    return f"linalg.{name}", [a], {}, lambda: getattr(np.linalg, {"matrixRank": "matrix_rank"}.get(name, name))(a.x), "sums"


def distinct(s):
    """`unique` and its kin, which sort."""
    name = s.one(["uniqueCounts", "uniqueInverse", "uniqueValues", "uniqueAll"])
    a = s.array(s.shape(s.one([1, 2])), ["int64", "uint8", "float64"], "small")
    theirs = {"uniqueCounts": np.unique_counts, "uniqueInverse": np.unique_inverse, "uniqueValues": np.unique_values, "uniqueAll": np.unique_all}
    return name, [a], {}, lambda: tuple(theirs[name](a.x)) if name != "uniqueValues" else np.sort(theirs[name](a.x)), 0


CALLS = [many, shifted, frequencies, decomposed, distinct]
