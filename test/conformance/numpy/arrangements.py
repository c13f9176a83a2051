"""Calls that fold, order, move, select and write elements."""

import numpy as np

from arrays import DTYPES, FLOATS, Unsuited

#: Folds whose result depends on the order of additions.
INEXACT = ["sum", "prod", "mean", "std", "var", "median", "nansum", "nanmean", "nanvar", "nanprod"]
FOLDS = INEXACT + ["min", "max", "any", "all", "argmin", "argmax", "countNonzero", "ptp"]


def axes(s, rank, several=True):
    """None, an axis, several, or one outside."""
    if s.often(0.04):
        return s.one([rank + 1, -rank - 2])
    if rank == 0 or s.often(0.25):
        return None
    if several and s.often(0.3):
        chosen = [int(axis) for axis in s.random.permutation(rank)[: s.between(1, rank)]]
        return [axis - rank if s.often(0.3) else axis for axis in chosen]
    return s.between(-rank, rank - 1)


def fold(s):
    name = s.one(FOLDS)
    a = s.array(dtypes=DTYPES if s.often(0.6) else FLOATS, kind=s.one(["plain", "small", "ties"]) if name in INEXACT else None)
    axis, keep = axes(s, a.x.ndim, not name.startswith("arg")), s.often(0.3)
    if a.x.size == 0 and (name in ("median", "mean", "std", "var") or a.x.ndim > 1):
        raise Unsuited  # NumPy warns of what is not a number, and refuses even where no result is wanted
    options = {"keepdims": keep} if axis is None else {"axis": axis, "keepdims": keep}
    at = tuple(axis) if isinstance(axis, list) else axis
    function = getattr(np, {"countNonzero": "count_nonzero"}.get(name, name))
    return name, [a], options, lambda: function(a.x, axis=at, keepdims=keep), "sums" if name in INEXACT else 0


def scan(s):
    name = s.one(["cumulativeSum", "cumulativeProd", "maximumAccumulate", "minimumAccumulate"])
    a = s.array(s.shape(s.one([1, 2, 3])), kind=s.one(["small", "ties"]))
    axis = s.between(-a.x.ndim, a.x.ndim - 1)
    if name.startswith("cumulative") and a.x.dtype == np.float16:
        raise Unsuited  # NumPy rounds each step, and products that overflow stay infinite; maniple adds and multiplies in float32
    if name.endswith("Accumulate"):
        return name, [a], {"axis": axis}, lambda: getattr(np, name[:7]).accumulate(a.x, axis=axis), 0
    function = np.cumulative_sum if name == "cumulativeSum" else np.cumulative_prod
    return name, [a], {"axis": axis}, lambda: function(a.x, axis=axis), "sums"


def order(s):
    name = s.one(["sort", "argsort", "unique", "searchsorted", "union1d", "intersect1d", "setdiff1d", "isin"])
    kind = s.one(["ties", "small", "special"])
    a = s.array(s.shape(s.one([1, 2, 3])), kind="ties" if name == "sort" else kind)
    if name in ("sort", "argsort"):
        axis = s.between(-a.x.ndim, a.x.ndim - 1)
        return name, [a], {"axis": axis}, lambda: getattr(np, name)(a.x, axis=axis, kind="stable"), 0
    if name == "unique" and kind != "special":
        return name, [a], {}, lambda: np.unique(a.x), 0
    if name == "unique":
        raise Unsuited
    if name == "searchsorted":
        line, side = s.fixed(np.sort(s.array(s.shape(1)).x), s.one(DTYPES)), s.one(["left", "right"])
        line = s.fixed(np.sort(line.x), line.x.dtype.name)
        return name, [line, a], {"side": side}, lambda: np.searchsorted(line.x, a.x, side=side), 0
    b = s.array(kind=kind)
    if kind == "special" and a.x.dtype != b.x.dtype:
        raise Unsuited  # extremes of one dtype may be the same in the other
    if kind == "special" and any(np.any((v.x == 0) & np.signbit(v.x.astype(float))) for v in (a, b)):
        raise Unsuited  # which of 0 and -0 stands for both is nobody's promise
    return name, [a, b], {}, lambda: getattr(np, name)(a.x, b.x), 0


def quantile(s):
    a = s.array(s.shape(s.one([1, 2, 3])), ["int32", "int64", "float32", "float64"], s.one(["plain", "ties"]))
    if a.x.size == 0:
        raise Unsuited
    methods = {"linear": "linear", "lower": "lower", "higher": "higher", "nearest": "nearest", "hazen": "hazen",
               "weibull": "weibull", "invertedCdf": "inverted_cdf", "closestObservation": "closest_observation",
               "medianUnbiased": "median_unbiased"}  # fmt: skip
    method, axis, q = s.one(list(methods)), s.between(0, a.x.ndim - 1), s.one([0.0, 1.0, 0.5, 0.25, 0.1, 1 / 3, 0.77])
    options = {"axis": axis, "method": method}
    return "quantile", [a, q], options, lambda: np.quantile(a.x, q, axis=axis, method=methods[method]), "sums"


def move(s):
    a = s.array(s.shape(s.one([1, 2, 3])))
    rank = a.x.ndim
    axis = s.between(-rank, rank - 1) if s.often(0.9) else rank
    name = s.one(["flip", "roll", "tile", "repeat", "concat", "stack", "pad", "diff", "expandDims", "swapaxes", "diagonal", "triu"])
    if name in ("flip", "diff"):
        return name, [a], {"axis": axis}, lambda: getattr(np, name)(a.x, axis=axis), 0
    if name == "roll":
        by = s.between(-9, 9)
        return name, [a, by], {"axis": axis}, lambda: np.roll(a.x, by, axis=axis), 0
    if name == "tile":
        counts = [s.between(0, 2) for _ in range(s.between(0, 3))]
        return name, [a, counts], {}, lambda: np.tile(a.x, counts), 0
    if name == "repeat":
        count = s.between(0, 3)
        return name, [a, count], {"axis": axis}, lambda: np.repeat(a.x, count, axis=axis), 0
    if name in ("concat", "stack"):
        b = s.array(a.x.shape)
        return name, [[a, b]], {"axis": axis}, lambda: getattr(np, name)([a.x, b.x], axis=axis), 0
    if name == "pad":
        mode = s.one(["constant", "edge", "reflect", "symmetric", "wrap"])
        width = [[s.between(0, 3), s.between(0, 9)] for _ in range(rank)]
        return name, [a, width], {"mode": mode}, lambda: np.pad(a.x, width, mode=mode), 0
    if name == "expandDims":
        return name, [a], {"axis": axis}, lambda: np.expand_dims(a.x, axis), 0
    if name == "swapaxes":
        return name, [a, axis, 0], {}, lambda: np.swapaxes(a.x, axis, 0), 0
    a = s.array(s.shape(s.one([2, 3])))
    k = s.between(-3, 3)
    return name, [a], {"k": k}, lambda: np.triu(a.x, k) if name == "triu" else np.diagonal(a.x, offset=k), 0


def cut(s):
    a = s.array(s.shape(s.one([1, 2, 3])))
    places, texts = [], []
    for n in a.x.shape:
        if s.often(0.3):
            at = s.between(-n - 1, n)
            places.append(at)
            texts.append(at)
        else:
            start, stop = (None if s.often(0.3) else s.between(-n - 2, n + 2) for _ in range(2))
            step = s.one([None, 1, 2, -1, -3])
            places.append(slice(start, stop, step))
            texts.append(":".join("" if bound is None else str(bound) for bound in (start, stop, step)))
    return "slice", [a, *texts], {}, lambda: a.x[tuple(places)], 0


def select(s):
    a = s.array(s.shape(s.one([1, 2, 3])))
    axis = s.between(-a.x.ndim, a.x.ndim - 1)
    n = a.x.shape[axis]
    shape = s.shape(s.one([0, 1, 2]))
    name = s.one(["take", "takeAlongAxis", "compress"])
    if name == "compress":
        mask = s.array(a.x.shape, "bool")
        return name, [mask, a], {}, lambda: a.x[mask.x], 0
    if n == 0:
        raise Unsuited
    if name == "take":
        at = s.random.integers(-n, n, shape) + (n if s.often(0.05) and a.x.size > 0 else 0)  # NumPy checks places of nothing, too
        return name, [a, s.fixed(at, s.one(["int32", "int64"]))], {"axis": axis}, lambda: np.take(a.x, at, axis=axis), 0
    sizes = [s.between(0, 4) if i == axis % a.x.ndim else m for i, m in enumerate(a.x.shape)]
    at = s.random.integers(-n, n, sizes)
    return name, [a, s.fixed(at, "int64")], {"axis": axis}, lambda: np.take_along_axis(a.x, at, axis=axis), 0


def accumulate_at(x, at, ufunc, values):
    """`ufunc.at`, one place after the other: NumPy's own gives 0 where products of several indices' values overflow."""
    places = np.broadcast_arrays(*at)
    shape = places[0].shape
    values = np.broadcast_to(values, shape + x.shape[len(at) :])
    with np.errstate(over="ignore"):
        for i in np.ndindex(shape):
            place = tuple(p[i] for p in places)
            x[place] = ufunc(x[place], values[i])


def write(s):
    """Values at places of a view, which may be named several times; the result is its base."""
    name = s.one(["addAt", "multiplyAt", "assignAt", "put", "putmask", "place"])
    a = s.array(s.shape(s.one([1, 2, 3])), ["uint8", "int32", "int64"], "small")
    if a.x.size == 0:
        raise Unsuited
    if name in ("put", "putmask", "place"):
        at = s.random.integers(-a.x.size, a.x.size, 7) if name == "put" else s.random.random(a.x.shape) < 0.4
        values = s.array((s.between(1, 4),), a.x.dtype.name)
        where = s.fixed(at, "int64" if name == "put" else "bool")
        return name, [a, where, values], {}, lambda: (getattr(np, name)(a.x, at, values.x), a.base)[1], 0
    shape = s.shape(s.one([0, 1, 2]))
    at = [s.random.integers(-n, n, shape) for n in a.x.shape[: s.between(1, a.x.ndim)]]
    values = s.array(s.narrower(shape + a.x.shape[len(at) :]), a.x.dtype.name)

    def run():
        if name == "assignAt":
            a.x[tuple(at)] = values.x
        else:
            accumulate_at(a.x, at, np.add if name == "addAt" else np.multiply, values.x)
        return a.base

    return name, [a, [s.fixed(indices, "int64") for indices in at], values], {}, run, 0


def product(s):
    a = s.array(s.one([(3,), (4, 3), (2, 4, 3)]), kind="small")
    b = s.array(s.one([(3,), (3, 5), (2, 3, 1)]), kind="small")
    return "matmul", [a, b], {}, lambda: np.matmul(a.x, b.x), "sums"


CALLS = [fold, scan, order, quantile, move, cut, select, write, product]
