"""Calls of the functions that are made of others and have no place in the other tables: cuts, grids, windows, choices, bits, pairs."""

import numpy as np

from arrays import DTYPES, FLOATS, INTEGERS, Unsuited
from composed import DOUBLES, REALS, plain

#: By our name, of any array: NumPy's function, and the dtypes that both mean the same by.
SHAPED = {
    "ravel": np.ravel, "squeeze": np.squeeze, "copy": np.copy, "atleast1d": np.atleast_1d, "rint": np.rint,
    "onesLike": np.ones_like, "zerosLike": np.zeros_like, "fix": np.fix, "positive": np.positive, "flatten": np.ravel,
}  # fmt: skip
WINDOWS = ["bartlett", "blackman", "hamming", "hanning"]
#: Pairs of all elements.
OUTER = ["add", "subtract", "multiply", "maximum", "minimum"]


def shaped(s):
    name = s.one(list(SHAPED))
    a = s.array(dtypes=FLOATS if name in ("rint", "fix") else DTYPES)
    if name == "positive" and a.x.dtype == bool:
        raise Unsuited
    return name, [a], {}, lambda: SHAPED[name](a.x), 0


def pieces(s):
    name = s.one(["split", "arraySplit", "hsplit", "vsplit", "unstack"])
    a = s.array(s.shape(s.one([2, 3])))
    axis = {"hsplit": 1, "vsplit": 0}.get(name, s.between(-a.x.ndim, a.x.ndim - 1))
    if name == "unstack":
        if a.x.shape[axis] == 0:
            raise Unsuited
        return name, [a], {"axis": axis}, lambda: np.unstack(a.x, axis=axis), 0
    parts = s.between(1, 4) if s.often(0.6) else sorted(s.between(0, 5) for _ in range(2))
    if name == "arraySplit":
        return name, [a, parts], {"axis": axis}, lambda: np.array_split(a.x, parts, axis=axis), 0
    options = {"axis": axis} if name == "split" else {}
    return name, [a, parts], options, lambda: np.split(a.x, parts, axis=axis), 0


def triangles(s):
    name = s.one(["tril", "trace", "diag", "fillDiagonal", "matrixTranspose", "trilIndices", "triuIndices", "diagIndices"])
    k = s.between(-3, 3)
    if name.endswith("Indices"):
        n = s.between(0, 5)
        if name == "diagIndices":
            return name, [n], {}, lambda: np.diag_indices(n), 0
        return name, [n], {"k": k}, lambda: getattr(np, {"trilIndices": "tril_indices"}.get(name, "triu_indices"))(n, k), 0
    a = s.array(s.shape(2 if name in ("diag", "fillDiagonal") else s.one([2, 3])), kind=s.one(["small", "plain"]), whole=name == "fillDiagonal")
    if name == "fillDiagonal":
        if a.x.dtype == bool:
            raise Unsuited
        x = a.x.copy()
        return name, [a, 3], {}, lambda: (np.fill_diagonal(x, 3), x)[1], 0
    if name == "matrixTranspose":
        return name, [a], {}, lambda: np.matrix_transpose(a.x), 0
    if name == "trace":
        return name, [a], {"offset": k}, lambda: np.trace(a.x, offset=k), "sums"
    return name, [a], {"k": k}, lambda: np.tril(a.x, k) if name == "tril" else np.diag(a.x, k), 0


def choices(s):
    name = s.one(["select", "choose", "piecewise", "putAlongAxis", "ix", "resize", "slidingWindowView"])
    if name == "choose":
        at = s.fixed(s.random.integers(0, 3, 5), "int64")
        of = [s.array((5,), ["int64", "float64"], "small") for _ in range(3)]
        return name, [at, of], {}, lambda: np.choose(at.x, [v.x for v in of]), 0
    a = s.array(s.shape(s.one([1, 2])), DOUBLES, "small")
    if name == "select":
        tests = [s.array(a.x.shape, "bool") for _ in range(2)]
        b = s.array(a.x.shape, DOUBLES, "small")
        return name, [tests, [a, b], -1], {}, lambda: np.select([v.x for v in tests], [a.x, b.x], -1), 0
    if name == "piecewise":
        tests = [s.array(a.x.shape, "bool") for _ in range(2)]
        return name, [a, tests, [1.5, -2], 7], {}, lambda: np.piecewise(a.x, [v.x for v in tests], [1.5, -2, 7]), 0
    if name == "ix":
        lists = [s.fixed(s.random.integers(0, 9, s.between(1, 4)), "int64") for _ in range(s.between(1, 3))]
        return name, lists, {}, lambda: np.ix_(*(v.x for v in lists)), 0
    if name == "resize":
        shape = s.shape(s.one([1, 2]))
        if len(shape) == 1 and shape[0] > 1000:
            raise Unsuited
        return name, [a, list(shape)], {}, lambda: np.resize(a.x, shape), 0
    axis = s.between(-a.x.ndim, a.x.ndim - 1)
    n = a.x.shape[axis]
    if n == 0 or a.x.size > 1000:
        raise Unsuited
    if name == "slidingWindowView":
        width = s.between(1, n)
        return name, [a, width], {"axis": axis}, lambda: np.lib.stride_tricks.sliding_window_view(a.x, width, axis=axis), 0
    a = s.fixed(a.x, a.x.dtype.name)
    at = s.fixed(np.argsort(s.random.random(a.x.shape), axis=axis), "int64")
    values = s.array(a.x.shape, a.x.dtype.name, "small")
    x = a.x.copy()
    return "putAlongAxis", [a, at, values], {"axis": axis}, lambda: (np.put_along_axis(x, at.x, values.x, axis), x)[1], 0


def bits(s):
    name = s.one(["packbits", "unpackbits"])
    order = s.one(["big", "little"])
    if name == "packbits":
        a = s.array(s.shape(s.one([1, 2])), ["bool", "uint8"])
        axis = s.between(-a.x.ndim, a.x.ndim - 1)
        return name, [a], {"axis": axis, "bitorder": order}, lambda: np.packbits(a.x, axis=axis, bitorder=order), 0
    a = s.array(s.shape(s.one([1, 2])), "uint8")
    axis = s.between(-a.x.ndim, a.x.ndim - 1)
    return name, [a], {"axis": axis, "bitorder": order}, lambda: np.unpackbits(a.x, axis=axis, bitorder=order), 0


def pairs(s):
    name = s.one(OUTER)
    a, b = (s.array(s.shape(s.one([1, 2])), REALS, "small") for _ in range(2))
    if a.x.size * b.x.size > 10**5:
        raise Unsuited
    return f"{name}Outer", [a, b], {}, lambda: getattr(np, name).outer(a.x, b.x), 0


def products(s):
    name = s.one(["matvec", "vecmat", "cross", "vdot", "dot", "multiDot"])
    n, m = s.between(1, 5), s.between(1, 5)
    if name == "cross":
        a, b = (s.array((4, 3), REALS, "small") for _ in range(2))
        if "u" in a.x.dtype.kind + b.x.dtype.kind:
            raise Unsuited
        return name, [a, b], {}, lambda: np.cross(a.x, b.x), 0
    a, v = s.array((n, m), DOUBLES, "small"), s.array((m if name != "vecmat" else n,), DOUBLES, "small")
    if name == "vecmat":
        return name, [v, a], {}, lambda: np.vecmat(v.x, a.x), "sums"
    if name == "multiDot":
        b = s.array((m, n), a.x.dtype.name, "small")
        a2 = s.array((n, m), a.x.dtype.name, "small")
        return "linalg.multiDot", [[a, b, a2]], {}, lambda: np.linalg.multi_dot([a.x, b.x, a2.x]), "sums"
    if name == "vdot":
        b = s.array((n, m), DOUBLES, "small")
        return name, [a, b], {}, lambda: np.vdot(a.x, b.x), "sums"
    return name, [a, v], {}, lambda: getattr(np, name)(a.x, v.x), "sums"


def statistics(s):
    name = s.one(["corrcoef", "nanquantile", "nancumprod", "histogramBinEdges", "histogram2d", "lexsort", "meshgrid", "allclose"])
    if name == "corrcoef":
        a = s.array((3, 6), DOUBLES, "plain")
        return name, [a], {}, lambda: np.corrcoef(a.x), "sums"
    if name == "lexsort":
        keys = [s.array((6,), ["int64", "float64"], "ties") for _ in range(2)]
        return name, [keys], {}, lambda: np.lexsort([v.x for v in keys]), 0
    if name == "meshgrid":
        axes = [s.array((s.between(0, 4),), DTYPES) for _ in range(s.between(1, 3))]
        indexing = s.one(["xy", "ij"])
        return name, axes, {"indexing": indexing}, lambda: np.meshgrid(*(v.x for v in axes), indexing=indexing), 0
    a = plain(s, 1, DOUBLES)
    if name == "histogramBinEdges":
        count = s.between(1, 9)
        return name, [a], {"bins": count}, lambda: np.histogram_bin_edges(a.x, count), "sums"
    if name == "histogram2d":
        b = s.array(a.x.shape, a.x.dtype.name, "small")
        return name, [a, b], {"bins": 4}, lambda: np.histogram2d(a.x, b.x, 4), "sums"
    if name == "allclose":
        b = s.array(a.x.shape, a.x.dtype.name, "ties")
        return "arrayEquiv", [a, b], {}, lambda: np.array(np.array_equiv(a.x, b.x)), 0
    a.x[..., 0] = np.nan
    a = s.fixed(a.x, a.x.dtype.name)
    if name == "nancumprod":
        return name, [a], {"axis": 0}, lambda: np.nancumprod(a.x, axis=0), "sums"
    if a.x.size < 2:
        raise Unsuited
    q = s.one([0.0, 0.25, 0.5, 0.9, 1.0])
    return name, [a, q], {}, lambda: np.nanquantile(a.x, q), "sums"


def made(s):
    name = s.one([*WINDOWS, "kaiser", "full", "zeros", "ones", "fullLike", "asarray", "broadcastTo", "block", "poly", "polysub"])
    n = s.between(0, 9)
    if name in WINDOWS:
        return name, [n], {}, lambda: getattr(np, name)(n), "sums"
    if name == "kaiser":
        return name, [n, 8.6], {}, lambda: np.kaiser(n, 8.6), "sums"
    dtype, shape = s.one(DTYPES), s.shape()
    if name in ("zeros", "ones"):
        return name, [list(shape)], {"dtype": dtype}, lambda: getattr(np, name)(shape, dtype=dtype), 0
    if name == "full":
        return name, [list(shape), 1], {"dtype": dtype}, lambda: np.full(shape, 1, dtype=dtype), 0
    if name in ("poly", "polysub"):
        p, q = (s.array((s.between(1, 5),), ["int64", "float64"], "positive") for _ in range(2))
        if name == "poly":
            return name, [p], {}, lambda: np.poly(p.x), "sums"
        return name, [p, q], {}, lambda: np.polysub(p.x, q.x), 0
    a = s.array(shape)
    if name == "fullLike":
        return name, [a, 1], {}, lambda: np.full_like(a.x, 1), 0
    if name == "asarray":
        return name, [a], {}, lambda: np.asarray(a.x), 0
    if name == "broadcastTo":
        whole = (s.between(1, 3), *shape)
        return name, [a, list(whole)], {}, lambda: np.broadcast_to(a.x, whole), 0
    rows = [[s.array((2, 3), INTEGERS), s.array((2, 1), INTEGERS)], [s.array((1, 1), INTEGERS), s.array((1, 3), INTEGERS)]]
    return name, [rows], {}, lambda: np.block([[v.x for v in row] for row in rows]), 0


CALLS = [shaped, pieces, triangles, choices, bits, pairs, products, statistics, made]
