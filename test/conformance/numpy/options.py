"""Calls with options of ufuncs and of folds: where results go, which elements count, dtypes, initial values; and the methods of ufuncs."""

import numpy as np

from arrangements import accumulate_at
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


#: Functions whose values at one place count in their order: NumPy's names, and the dtypes that are drawn.
IN_ORDER = {
    "divide": ("divide", ["float64", "float32", "int32"]), "floorDivide": ("floor_divide", ["float64", "int32", "uint8", "int64"]),
    "remainder": ("remainder", ["float64", "int16", "uint64"]), "pow": ("power", ["float64", "uint8", "int64"]),
    "subtract": ("subtract", ["float64", "int8", "uint32"]), "maximum": ("maximum", ["float64", "int8", "uint32"]),
    "bitwiseAnd": ("bitwise_and", ["bool", "int8", "uint64"]), "bitwiseOr": ("bitwise_or", ["bool", "int32", "uint16"]),
    "bitwiseXor": ("bitwise_xor", ["bool", "int64", "uint8", "float64"]), "bitwiseLeftShift": ("left_shift", ["int32", "uint8", "int64"]),
    "bitwiseRightShift": ("right_shift", ["int32", "uint8", "int64"]), "logicalAnd": ("logical_and", ["bool", "float64", "int8"]),
    "logicalOr": ("logical_or", ["bool", "float32", "int64"]), "logicalXor": ("logical_xor", ["bool", "float64", "uint8"]),
    "less": ("less", ["bool", "float64", "int16"]), "equal": ("equal", ["bool", "float64", "int16"]),
    "copysign": ("copysign", ["float64", "float32"]),
}  # fmt: skip


def at(s):
    """`ufunc.at`, one place after the other (NumPy's own reads amiss where values have steps and places two axes); the result is the base."""
    ours = s.one(list(IN_ORDER))
    theirs, dtypes = IN_ORDER[ours]
    kind = "positive" if ours == "pow" or ours.endswith("Shift") else s.one(["small", "ties"])
    a = s.array(s.shape(s.one([1, 2])), dtypes, kind)
    if a.x.size == 0:
        raise Unsuited
    shape = s.shape(s.one([1, 1, 2]))
    places = [s.random.integers(-n, n, shape) for n in a.x.shape[: s.between(1, a.x.ndim)]]
    values = s.array(s.narrower(shape + a.x.shape[len(places) :]), a.x.dtype.name, "positive")
    if a.x.size > 1000 or places[0].size > 1000:
        raise Unsuited
    where, ufunc = [s.fixed(indices, "int64") for indices in places], getattr(np, theirs)

    def run():
        if not np.can_cast(ufunc(a.x.ravel()[:0], values.x.ravel()[:0]).dtype, a.x.dtype, "same_kind"):
            raise TypeError
        accumulate_at(a.x, places, ufunc, values.x)
        return a.base

    return f"{ours}.at", [a, where, values], {}, run, 4 if ours == "pow" else 0


CALLS = [into, in_dtype, one_into, folded, summed_in, averaged, methods, at]
