"""Calls of functions that are made of others, of linear algebra and of transforms: a table of what each takes."""

import numpy as np

from arrays import FLOATS, Unsuited

REALS = ["int32", "int64", "uint8", *FLOATS[1:]]
DOUBLES = ["float64", "float32"]


def plain(s, rank=None, dtypes=REALS, kind="small", least=1):
    """An array without NaN, infinities and empty axes."""
    a = s.array(s.shape(s.one([1, 2, 3]) if rank is None else rank), dtypes, kind)
    if min(a.x.shape, default=1) < least:
        raise Unsuited
    return a


def matrix(s, square=False):
    """Matrices far from singular ones, or a stack of them."""
    n = s.between(1, 5)
    shape = (n, n) if square else (s.between(1, 5), n)
    a = s.array((s.between(1, 3), *shape) if s.often(0.3) else shape, DOUBLES, "plain")
    if not square:
        return a
    return s.fixed(a.x / 1000 + 4 * np.eye(n), a.x.dtype.name)


def of_axis(s, ours, theirs, tolerance="sums", least=1, **more):
    """A function along one axis."""
    a = plain(s, least=least)
    axis = s.between(-a.x.ndim, a.x.ndim - 1)
    return ours, [a], {"axis": axis}, lambda: theirs(a.x, axis=axis, **more), tolerance


def of_one(s, ours, theirs, tolerance=0, rank=None, kind="small", signed=False):
    a = plain(s, rank, kind=kind)
    if ours == "diagflat" and a.x.size > 300:
        raise Unsuited
    if signed and a.x.dtype.kind == "u":
        raise Unsuited  # NumPy's differences of unsigned numbers wrap around
    return ours, [a], {}, lambda: theirs(a.x), tolerance


def of_two(s, ours, theirs, rank=1, tolerance="sums"):
    a = plain(s, rank)
    if a.x.size > 300:
        raise Unsuited  # the product of all pairs
    b = s.array(a.x.shape, REALS, "small")
    return ours, [a, b], {}, lambda: theirs(a.x, b.x), tolerance


def clip(s):
    a = s.array()
    low, high = (s.one([None, -2, 0, 1, 3]) for _ in range(2))
    if a.x.dtype.kind == "u" and (low or 0) < 0 or a.x.dtype.kind == "b":
        raise Unsuited
    if a.x.dtype.kind == "f" and np.any((a.x == 0) & np.signbit(a.x)):
        raise Unsuited  # NumPy's own answer for -0 at a bound of 0 depends on the dtype and the number of elements
    options = {name: bound for name, bound in (("min", low), ("max", high)) if bound is not None}
    return "clip", [a], options, lambda: np.clip(a.x, low, high), 0


def digitized(s):
    a, right = plain(s, 1), s.often(0.5)
    edges = s.fixed(np.sort(s.random.integers(-5, 9, 5)), "float64")
    return "digitize", [a, edges], {"right": right}, lambda: np.digitize(a.x, edges.x, right=right), 0


def counted(s):
    name = s.one(["bincount", "histogram"])
    if name == "bincount":
        a = s.fixed(s.random.integers(0, 9, s.between(0, 20)), s.one(["int32", "int64", "uint8"]))
        return name, [a], {"minlength": 3}, lambda: np.bincount(a.x, minlength=3), 0
    a, count = plain(s, 1), s.between(1, 9)
    return name, [a], {"bins": count}, lambda: np.histogram(a.x, count), "sums"


def interpolated(s):
    known = s.fixed(np.cumsum(s.random.random(6)), "float64")
    values, at = s.array((6,), DOUBLES, "small"), s.array(s.shape(s.one([1, 2])), DOUBLES, "small")
    return "interp", [at, known, values], {}, lambda: np.interp(at.x, known.x, values.x), "sums"


def parted(s):
    name = s.one(["partition", "median", "percentile", "nanpercentile"])
    a = plain(s, kind="ties")
    axis = s.between(-a.x.ndim, a.x.ndim - 1)
    if name == "partition":
        at = s.between(0, a.x.shape[axis] - 1)
        # Which elements lie before and behind is nobody's promise.
        take = lambda x: np.take(x, at, axis=axis)
        return "quantile", [a, at / max(1, a.x.shape[axis] - 1)], {"axis": axis}, lambda: take(np.partition(a.x, at, axis=axis)).astype(
            a.x.dtype if a.x.dtype.kind == "f" else np.float64), "sums"
    if name == "median":
        return name, [a], {"axis": axis}, lambda: np.median(a.x, axis=axis), "sums"
    at = s.one([0, 10, 50, 90, 100])
    return name, [a, at], {"axis": axis}, lambda: getattr(np, name)(a.x, at, axis=axis), "sums"


def edited(s):
    name = s.one(["insert", "delete", "append", "rot90", "fliplr", "flipud", "moveaxis", "rollaxis", "atleast2d", "atleast3d"])
    a = plain(s, s.one([2, 3]))
    axis = s.between(-a.x.ndim, a.x.ndim - 1)
    at = s.between(0, a.x.shape[axis] - 1)
    if name == "insert":
        return name, [a, at, 7], {"axis": axis}, lambda: np.insert(a.x, at, 7, axis=axis), 0
    if name == "delete":
        return name, [a, at], {"axis": axis}, lambda: np.delete(a.x, at, axis=axis), 0
    if name == "append":
        return name, [a, a], {"axis": axis}, lambda: np.append(a.x, a.x, axis=axis), 0
    if name == "rot90":
        k = s.between(-3, 5)
        return name, [a], {"k": k}, lambda: np.rot90(a.x, k), 0
    if name in ("moveaxis", "rollaxis"):
        to = s.between(0, a.x.ndim - 1)
        return name, [a, axis, to], {}, lambda: getattr(np, name)(a.x, axis, to), 0
    theirs = {"atleast2d": "atleast_2d", "atleast3d": "atleast_3d"}.get(name, name)
    return name, [a], {}, lambda: getattr(np, theirs)(a.x), 0


def joined(s):
    name = s.one(["hstack", "vstack", "dstack", "columnStack"])
    a = plain(s, s.one([1, 2]))
    b = s.array(a.x.shape)
    function = getattr(np, {"columnStack": "column_stack"}.get(name, name))
    return name, [[a, b]], {}, lambda: function([a.x, b.x]), 0


def placed(s):
    shape = (s.between(1, 5), s.between(1, 6))
    if s.often(0.5):
        at = s.fixed(s.random.integers(0, shape[0] * shape[1], s.shape(s.one([0, 1]))), "int64")
        return "unravelIndex", [at, list(shape)], {}, lambda: np.unravel_index(at.x, shape), 0
    rows, columns = (s.fixed(s.random.integers(0, n, 4), "int64") for n in shape)
    return "ravelMultiIndex", [[rows, columns], list(shape)], {}, lambda: np.ravel_multi_index((rows.x, columns.x), shape), 0


def where_true(s):
    a = s.array(s.shape(s.one([1, 2])), kind="ties")
    name = s.one(["flatnonzero", "argwhere", "nonzero"])
    return name, [a], {}, lambda: getattr(np, name)(a.x), 0


def accumulated(s):
    name = s.one(["add", "maximum", "minimum", "multiply"])
    a = plain(s, s.one([1, 2]), ["int64", "float64"])
    at = s.fixed(s.random.integers(0, a.x.shape[0], 3), "int64")
    return f"{name}Reduceat", [a, at], {}, lambda: getattr(np, name).reduceat(a.x, at.x), "sums"


def polynomial(s):
    name = s.one(["polyval", "polyadd", "polymul", "polyder", "polyint", "convolve"])
    p, q = plain(s, 1, DOUBLES), plain(s, 1, DOUBLES)
    if p.x.size > 20 or q.x.size > 20 or p.x[0] == 0 or q.x[0] == 0:
        raise Unsuited  # NumPy leaves out leading zeros
    if name in ("polyder", "polyint"):
        return name, [p], {}, lambda: getattr(np, name)(p.x), "sums"
    if name == "polyval":
        at = s.fixed(s.random.integers(-2, 3, 4), "float64")
        p = s.array((3,), DOUBLES, "small")
        return name, [p, at], {}, lambda: np.polyval(p.x, at.x), "sums"
    return name, [p, q], {}, lambda: getattr(np, name)(p.x, q.x), "sums"


def algebra(s):
    name = s.one(["det", "inv", "solve", "eigvalsh", "svdvals", "pinv", "cholesky", "matrixPower", "norm", "matrixRank", "cond"])
    if name in ("svdvals", "pinv"):
        a = matrix(s)
        if name == "pinv":
            a = matrix(s, True)
            return "linalg.pinv", [a], {}, lambda: np.linalg.pinv(a.x), "sums"
        return "linalg.svdvals", [a], {}, lambda: np.linalg.svdvals(a.x), "sums"
    a = matrix(s, True)
    n, more = a.x.shape[-1], {}
    if name in ("eigvalsh", "cholesky"):
        a = s.fixed(a.x @ np.swapaxes(a.x, -1, -2), a.x.dtype.name)
    if name == "solve":
        b = s.array((n, 2), DOUBLES, "small")
        return "linalg.solve", [a, b], {}, lambda: np.linalg.solve(a.x, b.x), "sums"
    if name == "matrixPower":
        power = s.between(-2, 3)
        return "linalg.matrixPower", [a, power], {}, lambda: np.linalg.matrix_power(a.x, power), "sums"
    if name == "norm":
        a = s.array((3, 4), DOUBLES, "small")
        order = s.one(["fro", "nuc", 1, -1, 2, -2])
        return "linalg.norm", [a], {"ord": order}, lambda: np.linalg.norm(a.x, order), "sums"
    function = getattr(np.linalg, {"matrixRank": "matrix_rank"}.get(name, name))
    return f"linalg.{name}", [a], more, lambda: function(a.x), "sums"


def transform(s):
    name = s.one(["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"])
    complexes = name in ("fft", "ifft", "irfft", "hfft") and s.often(0.7)
    a = s.array(s.shape(s.one([1, 2])), s.one(["complex64", "complex128"]) if complexes else s.one(DOUBLES), "small")
    axis = s.between(-a.x.ndim, a.x.ndim - 1)
    if a.x.shape[axis] < (2 if name in ("irfft", "hfft") else 1) or a.x.size == 0:
        raise Unsuited
    options = {"axis": axis, "norm": s.one(["backward", "ortho", "forward"])}
    if s.often(0.4):
        options["n"] = s.between(2, 12)
    return f"fft.{name}", [a], options, lambda: getattr(np.fft, name)(a.x, **options), "sums"


def nans(s):
    name = s.one(["nansum", "nanprod", "nanmax", "nanmin", "nanmean", "nanstd", "nanvar", "nanmedian", "nanargmax", "nanargmin"])
    a = s.array((s.between(1, 5), s.between(1, 5)), DOUBLES, "small")
    a.x[..., 0] = np.nan
    if a.x.shape[1] < 2 or a.base is not a.x:
        raise Unsuited
    a = s.fixed(a.x, a.x.dtype.name)
    return name, [a], {"axis": 1}, lambda: getattr(np, name)(a.x, axis=1), "sums"


def grids(s):
    name = s.one(["tri", "eye", "identity", "vander", "indices", "linspace", "arange", "geomspace", "logspace"])
    n, m, k = s.between(0, 5), s.between(0, 5), s.between(-3, 3)
    if name in ("tri", "eye"):
        return name, [n, m], {"k": k}, lambda: getattr(np, name)(n, m, k), 0
    if name == "identity":
        return name, [n], {}, lambda: np.identity(n), 0
    if name == "vander":
        a = s.array((n,), ["int64", "float64"], "small")
        return name, [a], {"n": m}, lambda: np.vander(a.x, m), "sums"
    if name == "indices":
        return name, [[n, m]], {}, lambda: np.indices((n, m)), 0
    if name == "arange":
        step = s.one([1, 2, 0.5, -1, 0.1])
        return name, [0.0 + k, 5.5, step], {"dtype": "float64"}, lambda: np.arange(k, 5.5, step, dtype=float), 1
    if name == "linspace":
        return name, [k, 7.5, n], {"endpoint": m > 2}, lambda: np.linspace(k, 7.5, n, endpoint=m > 2), 0
    return name, [1, 5.5, n], {}, lambda: getattr(np, name)(1, 5.5, n), 16


def elementary(s):
    name = s.one(["nextafter", "ldexp", "frexp", "spacing", "pow", "reciprocal", "sinc", "nanToNum", "lcm", "divmod", "floatPower"])
    a = s.array(dtypes=DOUBLES)
    if name in ("frexp", "spacing", "sinc", "nanToNum"):
        theirs = {"nanToNum": "nan_to_num"}.get(name, name)
        return name, [a], {}, lambda: getattr(np, theirs)(a.x), 8 if name == "sinc" else 0
    if name == "reciprocal":
        return name, [a], {}, lambda: np.reciprocal(a.x), 0
    if name == "ldexp":
        b = s.array(s.narrower(a.x.shape), "int32", "small")
        return name, [a, b], {}, lambda: np.ldexp(a.x, b.x), 0
    if name == "lcm":
        a, b = (s.array((4,), ["int32", "int64", "uint8"], "small") for _ in range(2))
        return name, [a, b], {}, lambda: np.lcm(a.x, b.x), 0
    b = s.array(s.narrower(a.x.shape), DOUBLES)
    theirs = {"pow": "power", "floatPower": "float_power"}.get(name, name)
    return name, [a, b], {}, lambda: getattr(np, theirs)(a.x, b.x), 8 if name in ("pow", "floatPower") else 0


def powers(s):
    """Integers to integers."""
    a, b = s.array(dtypes=["int32", "int64", "uint8", "int16"]), None
    b = s.array(s.narrower(a.x.shape), a.x.dtype.name, "positive")
    return "pow", [a, b], {}, lambda: np.power(a.x, b.x), 0


TABLE = [
    lambda s: of_axis(s, "gradient", np.gradient, least=2),
    lambda s: of_axis(s, "trapezoid", np.trapezoid),
    lambda s: of_axis(s, "nancumsum", np.nancumsum),
    lambda s: of_axis(s, "average", np.average),
    lambda s: of_axis(s, "argsort", np.argsort, 0, kind="stable"),
    lambda s: of_one(s, "ediff1d", np.ediff1d),
    lambda s: of_one(s, "unwrap", np.unwrap, "sums", 1, signed=True),
    lambda s: of_one(s, "trimZeros", np.trim_zeros, 0, 1, "ties"),
    lambda s: of_one(s, "diagflat", np.diagflat, 0, 1),
    lambda s: of_one(s, "i0", np.i0, 8),
    lambda s: of_two(s, "outer", np.outer),
    lambda s: of_two(s, "inner", np.inner),
    lambda s: of_two(s, "kron", np.kron),
    lambda s: of_two(s, "vecdot", np.vecdot),
    lambda s: of_two(s, "tensordot", np.tensordot, 2),
    lambda s: of_two(s, "cov", np.cov),
    lambda s: of_two(s, "setxor1d", np.setxor1d, 1, 0),
    lambda s: of_two(s, "isclose", np.isclose, 2, 0),
    lambda s: of_two(s, "arrayEqual", lambda a, b: np.array(np.array_equal(a, b)), 2, 0),
]


def composed(s):
    return s.one(TABLE)(s)


CALLS = [
    clip, digitized, counted, interpolated, parted, edited, joined, placed, where_true, accumulated, polynomial, algebra, transform,
    nans, grids, elementary, powers, composed, composed,
]  # fmt: skip
