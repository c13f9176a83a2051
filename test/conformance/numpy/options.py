"""Calls with options of ufuncs and of folds: where results go, which elements count, dtypes, initial values; and the methods of ufuncs."""

import numpy as np

from arrays import DTYPES, FLOATS, INTEGERS, Unsuited

#: Functions of two operands that give the dtype that they compute in.
ALIKE = ["add", "subtract", "multiply", "maximum", "minimum"]
COMPARING = {"less": "less", "notEqual": "not_equal"}
#: Folds that take all elements to their result exactly, whatever the order.
FOLDS = ["min", "max", "sum", "prod"]
#: Floats are added in another order.
NUMBERS = [*INTEGERS, "float64", "float32"]


def pair(s, dtypes=DTYPES):
    a = s.array(dtypes=dtypes)
    return a, s.array(s.narrower(a.x.shape), dtypes)


def into(s):
    """`out` and `where`: an array of any dtype, perhaps a view with steps, that keeps its elements where the mask is false."""
    name = s.one([*ALIKE, *COMPARING])
    a, b = pair(s)
    out = s.array(a.x.shape)
    function = getattr(np, COMPARING.get(name, name))
    if s.often(0.4):
        return name, [a, b], {"out": out}, lambda: function(a.x, b.x, out=out.x.copy()), 0
    mask = s.array(s.narrower(a.x.shape), "bool")
    return name, [a, b], {"out": out, "where": mask}, lambda: function(a.x, b.x, out=out.x.copy(), where=mask.x), 0


def in_dtype(s):
    name, (a, b) = s.one(ALIKE), pair(s)
    to = s.one(DTYPES)
    if to == "bool" and name == "subtract":
        raise Unsuited
    return name, [a, b], {"dtype": to}, lambda: getattr(np, name)(a.x, b.x, dtype=to), 0


def one_into(s):
    name = s.one(["negative", "abs", "square", "sqrt", "floor"])
    a = s.array(dtypes=FLOATS)
    out = s.array(a.x.shape, FLOATS)
    mask = s.array(a.x.shape, "bool")
    return name, [a], {"out": out, "where": mask}, lambda: getattr(np, name)(a.x, out=out.x.copy(), where=mask.x), 0


def folded(s):
    """Folds of chosen elements, beginning with a value."""
    name = s.one(FOLDS)
    a = s.array(s.shape(s.one([1, 2, 3])), NUMBERS, "small")
    axis, keep = s.one([None, *range(-a.x.ndim, a.x.ndim)]), s.often(0.3)
    mask, initial = s.array(s.narrower(a.x.shape), "bool"), s.one([0, 1, 3])
    options = {"axis": axis, "keepdims": keep, "where": mask, "initial": initial}
    call = getattr(np, name)
    return name, [a], options, lambda: call(a.x, axis=axis, keepdims=keep, where=mask.x, initial=initial), "sums"


def summed_in(s):
    name, a = s.one(["sum", "prod"]), s.array(s.shape(s.one([1, 2, 3])), NUMBERS, "small")
    to, axis = s.one(NUMBERS), s.between(-a.x.ndim, a.x.ndim - 1)
    if a.x.dtype.kind == "f" and to in INTEGERS:
        raise Unsuited
    return name, [a], {"dtype": to, "axis": axis}, lambda: getattr(np, name)(a.x, dtype=to, axis=axis), "sums"


def averaged(s):
    a = s.array(s.shape(s.one([1, 2, 3])), ["float64", "int32"], "small")
    mask, axis = s.array(a.x.shape, "bool"), s.between(-a.x.ndim, a.x.ndim - 1)
    return "mean", [a], {"axis": axis, "where": mask}, lambda: np.mean(a.x, axis=axis, where=mask.x), "sums"


def methods(s):
    name = s.one(["add", "multiply", "maximum", "minimum"])
    a = s.array(s.shape(s.one([1, 2, 3])), ["int32", "int64", "uint64", "float64"], "small")
    axis = s.between(-a.x.ndim, a.x.ndim - 1)
    ufunc, n = getattr(np, name), a.x.shape[axis]
    how = s.one(["reduce", "accumulate", "reduceat", "outer", "at"])
    if how == "outer":
        b = s.array(s.shape(s.one([0, 1, 2])), a.x.dtype.name, "small")
        if a.x.size * b.x.size > 10**5:
            raise Unsuited
        return f"{name}.outer", [a, b], {}, lambda: ufunc.outer(a.x, b.x), 0
    if how == "at":
        n = a.x.shape[0]
        if n == 0:
            raise Unsuited
        a = s.fixed(a.x, a.x.dtype.name)
        at = s.fixed(s.random.integers(-n, n, s.between(0, 9)), "int64")
        x = a.x.copy()
        return f"{name}.at", [a, at, 3], {}, lambda: (ufunc.at(x, at.x, 3), x)[1], 0
    if how == "reduceat":
        if n == 0:
            raise Unsuited
        at = [s.between(0, n - 1) for _ in range(s.between(1, 5))]
        return f"{name}.reduceat", [a, at], {"axis": axis}, lambda: ufunc.reduceat(a.x, at, axis), "sums"
    return f"{name}.{how}", [a], {"axis": axis}, lambda: getattr(ufunc, how)(a.x, axis=axis), "sums"


CALLS = [into, in_dtype, one_into, folded, summed_in, averaged, methods]
