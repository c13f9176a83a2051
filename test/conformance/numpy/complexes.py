"""Calls of complex arrays: arithmetic, functions, folds, moves, products and casts. Results are compared by the length of their difference."""

import numpy as np

from arrays import COMPLEX, DTYPES, Array, Unsuited

NAMES = list(COMPLEX)
#: Operands beside complex ones: dtypes of arrays.
BESIDE = [*NAMES, *NAMES, "float64", "float32", "int32", "int64", "bool"]
TWO = {"add": "add", "subtract": "subtract", "multiply": "multiply", "divide": "divide", "equal": "equal", "notEqual": "not_equal"}
#: Exact, or of one rounding each.
ONE = {
    "negative": "negative", "positive": "positive", "conj": "conj", "real": "real", "imag": "imag", "isnan": "isnan",
    "isinf": "isinf", "isfinite": "isfinite", "isreal": "isreal", "iscomplex": "iscomplex", "logicalNot": "logical_not",
    "round": "round", "square": "square",
}  # fmt: skip
FUNCTIONS = {
    "abs": "abs", "angle": "angle", "reciprocal": "reciprocal", "exp": "exp", "expm1": "expm1", "log": "log", "log1p": "log1p",
    "log2": "log2", "log10": "log10", "sqrt": "sqrt", "sin": "sin", "cos": "cos", "tan": "tan", "asin": "arcsin", "acos": "arccos",
    "atan": "arctan", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "asinh": "arcsinh", "acosh": "arccosh", "atanh": "arctanh",
    "sign": "sign",
}  # fmt: skip
#: Values near which no function has a pole, a zero or a cut.
TAME = [0.5 + 0.25j, 1.5 - 0.75j, -0.6 + 1.25j, -1.75 - 2.5j, 0.1 + 0.3j, 2.25 + 0.5j]


def operand(s, shape=None, kind=None):
    return s.array(shape, s.one(NAMES), kind)


def binary(s):
    name = s.one(list(TWO))
    kind = None if name in ("add", "subtract", "equal", "notEqual") else s.one(["small", "plain", "ties"])
    a = operand(s, kind=kind)
    b = s.one([1 + 2j, 2.5, -1j, 3]) if s.often(0.2) else s.array(s.narrower(a.x.shape), s.one(BESIDE), kind)
    args = [a, b] if s.often(0.6) else [b, a]
    values = [v.x if isinstance(v, Array) else v for v in args]
    return name, args, {}, lambda: getattr(np, TWO[name])(*values), 4 if name in ("multiply", "divide") else 0


def power(s):
    a = s.fixed(s.random.choice(TAME, s.shape()), s.one(NAMES))
    b = s.one([2, 3, -1, 0.5, 1 + 0.5j])
    return "pow", [a, b], {}, lambda: np.power(a.x, b), 64


def unary(s):
    if s.often(0.4):
        name = s.one(list(ONE))
        a = operand(s, kind=s.one(["plain", "small", "ties"]) if name == "square" else None)
        return name, [a], {}, lambda: getattr(np, ONE[name])(a.x), 4 if name == "square" else 0
    name = s.one(list(FUNCTIONS))
    a = s.fixed(s.random.choice(TAME, s.shape()) * s.one([1, 1, 1j]), s.one(NAMES))
    return name, [a], {}, lambda: getattr(np, FUNCTIONS[name])(a.x), 16


def fold(s):
    name = s.one(["sum", "prod", "mean", "std", "var", "any", "all", "countNonzero"])
    a = operand(s, s.shape(s.one([1, 2, 3])), s.one(["small", "ties"]))
    if a.x.size == 0 and name in ("mean", "std", "var") or a.x.size > 100 and name == "prod":
        raise Unsuited  # of many factors, the order decides whether a product of parts overflows before one is 0
    axis, keep = s.one([None, *range(-a.x.ndim, a.x.ndim)]), s.often(0.3)
    options = {"keepdims": keep} if axis is None else {"axis": axis, "keepdims": keep}
    function = getattr(np, {"countNonzero": "count_nonzero"}.get(name, name))
    return name, [a], options, lambda: function(a.x, axis=axis, keepdims=keep), "sums"


def move(s):
    a = operand(s, s.shape(s.one([1, 2, 3])))
    axis = s.between(-a.x.ndim, a.x.ndim - 1)
    name = s.one(["flip", "roll", "repeat", "concat", "stack", "diff", "expandDims", "swapaxes", "cumulativeSum", "cumulativeProd", "pad", "where"])
    if name in ("flip", "diff"):
        return name, [a], {"axis": axis}, lambda: getattr(np, name)(a.x, axis=axis), 0
    if name in ("roll", "repeat"):
        count = s.between(0, 3)
        return name, [a, count], {"axis": axis}, lambda: getattr(np, name)(a.x, count, axis=axis), 0
    if name in ("concat", "stack"):
        b = s.array(a.x.shape, s.one(BESIDE))
        return name, [[a, b]], {"axis": axis}, lambda: getattr(np, name)([a.x, b.x], axis=axis), 0
    if name == "cumulativeProd" and a.x.size > 100:
        raise Unsuited  # where a product overflows, its last digits decide which part is infinite
    if name == "expandDims":
        return name, [a], {"axis": axis}, lambda: np.expand_dims(a.x, axis), 0
    if name == "swapaxes":
        return name, [a, axis, 0], {}, lambda: np.swapaxes(a.x, axis, 0), 0
    if name == "pad":
        width, mode = [[s.between(0, 2), s.between(0, 3)] for _ in a.x.shape], s.one(["constant", "edge", "wrap", "reflect"])
        return name, [a, width], {"mode": mode}, lambda: np.pad(a.x, width, mode=mode), 0
    if name == "where":
        c, b = s.array(s.narrower(a.x.shape), "bool"), s.array(s.narrower(a.x.shape), s.one(BESIDE))
        return name, [c, a, b], {}, lambda: np.where(c.x, a.x, b.x), 0
    a = operand(s, a.x.shape, s.one(["small", "ties"]))
    return name, [a], {"axis": axis}, lambda: getattr(np, {"cumulativeSum": "cumsum", "cumulativeProd": "cumprod"}[name])(a.x, axis=axis), "sums"


def select(s):
    a = operand(s, s.shape(s.one([1, 2, 3])))
    axis = s.between(-a.x.ndim, a.x.ndim - 1)
    n = a.x.shape[axis]
    if s.often(0.4) or n == 0:
        mask = s.array(a.x.shape, "bool")
        return "compress", [mask, a], {}, lambda: a.x[mask.x], 0
    at = s.random.integers(-n, n, s.shape(s.one([0, 1, 2])))
    return "take", [a, s.fixed(at, "int64")], {"axis": axis}, lambda: np.take(a.x, at, axis=axis), 0


def ordered(s):
    """What needs an order of complex numbers: by the real parts, then by the imaginary ones."""
    name = s.one(["max", "min", "argmax", "argmin", "sort", "argsort", "unique", "union1d", "intersect1d", "setdiff1d", "isin", "less",
                  "lessEqual", "greater", "greaterEqual", "maximum", "minimum"])  # fmt: skip
    kind = s.one(["ties", "small", "special"])
    if name in ("max", "min", "argmax", "argmin"):
        a = operand(s, s.shape(s.one([1, 2])), "ties" if kind == "special" and not name.startswith("arg") else kind)
        axis = s.between(-a.x.ndim, a.x.ndim - 1)
        if a.x.size == 0 and a.x.ndim > 1:
            raise Unsuited  # NumPy refuses places of nothing even where no result is wanted
        return name, [a], {"axis": axis}, lambda: getattr(np, name)(a.x, axis=axis), 0
    if name in ("sort", "argsort"):
        a = operand(s, s.shape(s.one([1, 2])), kind)
        axis = s.between(-a.x.ndim, a.x.ndim - 1)
        if np.any((a.x.real == 0) | (a.x.imag == 0)) and kind == "special":
            raise Unsuited  # which of 0 and -0 comes first is nobody's promise
        return name, [a], {"axis": axis}, lambda: getattr(np, name)(a.x, axis=axis, kind="stable"), 0
    if name in ("unique", "union1d", "intersect1d", "setdiff1d", "isin"):
        a = operand(s, kind="ties")
        b = s.array(None, a.x.dtype.name, "ties")
        if name == "unique":
            return name, [a], {}, lambda: np.unique(a.x), 0
        return name, [a, b], {}, lambda: getattr(np, name)(a.x, b.x), 0
    a = operand(s, kind=kind)
    b = s.array(s.narrower(a.x.shape), s.one(BESIDE), kind)
    theirs = {"lessEqual": "less_equal", "greaterEqual": "greater_equal"}.get(name, name)
    return name, [a, b], {}, lambda: getattr(np, theirs)(a.x, b.x), 0


def more(s):
    """Functions that are composed of others."""
    name = s.one(["diag", "convolve", "correlate", "einsum", "interp", "gradient", "vdot", "polyval", "polymul", "nansum", "nanmean",
                  "addOuter", "multiplyOuter", "broadcastArrays", "extract", "average", "logicalAnd", "arrayEqual", "ediff1d"])  # fmt: skip
    kind = "small"
    a = s.array((s.between(2, 6),), s.one(NAMES), kind)
    b = s.array(a.x.shape, s.one(BESIDE), kind)
    args = [a, b] if s.often(0.6) else [b, a]
    x, y = (v.x for v in args)
    if name in ("convolve", "correlate"):
        mode = s.one(["full", "same", "valid"])
        return name, args, {"mode": mode}, lambda: getattr(np, name)(x, y, mode), "sums"
    if name == "einsum":
        text = s.one(["i,i->", "i,j->ij", "i,i->i"])
        return name, [text, *args], {}, lambda: np.einsum(text, x, y), "sums"
    if name == "interp":
        known = s.fixed(np.arange(a.x.size), "float64")
        at = s.array((4,), "float64", kind)
        values = s.fixed(a.x, "complex128")
        return name, [at, known, values], {}, lambda: np.interp(at.x, known.x, values.x), "sums"
    if name in ("nansum", "nanmean"):
        z = np.array(a.x)
        z[0] = np.nan
        z = s.fixed(z, a.x.dtype.name)
        return name, [z], {}, lambda: getattr(np, name)(z.x), "sums"
    if name == "extract":
        mask = s.array(a.x.shape, "bool")
        return name, [mask, a], {}, lambda: np.extract(mask.x, a.x), 0
    if name in ("addOuter", "multiplyOuter"):
        return name, args, {}, lambda: getattr(np, name[:-5]).outer(x, y), "sums"
    if name in ("diag", "gradient", "average", "ediff1d"):
        return name, [a], {}, lambda: getattr(np, name)(a.x), "sums"
    if name == "polymul" and (x[0] == 0 or y[0] == 0):
        raise Unsuited
    if name == "broadcastArrays":
        return name, args, {}, lambda: np.broadcast_arrays(x, y), 0
    theirs = {"logicalAnd": "logical_and", "arrayEqual": "array_equal"}.get(name, name)
    return name, args, {}, lambda: getattr(np, theirs)(x, y), "sums"


def product(s):
    kind = "small"
    if s.often(0.5):
        a = s.array(s.one([(3,), (4, 3), (2, 4, 3)]), s.one(NAMES), kind)
        b = s.array(s.one([(3,), (3, 5), (2, 3, 1)]), s.one(BESIDE), kind)
        return "matmul", [a, b], {}, lambda: np.matmul(a.x, b.x), "sums"
    name = s.one(["vecdot", "outer", "inner", "tensordot", "kron", "dot"])
    rank = 1 if name in ("outer", "inner", "kron", "dot") else s.one([1, 2])
    a = s.array(s.one([(3,), (5,)]) if rank == 1 else (4, 3), s.one(NAMES), kind)
    b = s.array(a.x.shape, s.one(BESIDE), kind)
    args = [a, b] if s.often(0.6) else [b, a]
    axis = s.between(-rank, rank - 1)
    if name == "vecdot":
        return name, args, {"axis": axis}, lambda: np.vecdot(args[0].x, args[1].x, axis=axis), "sums"
    if name == "tensordot":
        return name, args, {"axes": 1 if rank == 1 else 2}, lambda: np.tensordot(args[0].x, args[1].x, 1 if rank == 1 else 2), "sums"
    return name, args, {}, lambda: getattr(np, name)(args[0].x, args[1].x), "sums"


def algebra(s):
    """Of matrices far from singular ones, or stacks of them."""
    name = s.one(["det", "inv", "solve", "svdvals", "eigvalsh", "cholesky", "pinv", "norm", "matrixRank", "cond", "matrixPower", "vectorNorm"])
    n, dtype = s.between(1, 5), s.one(NAMES)
    shape = (s.between(1, 3), n, n) if s.often(0.3) else (n, n)
    a = s.array(shape, dtype, "small")
    a = s.fixed(a.x / 10 + 4 * np.eye(n), dtype)
    if name in ("eigvalsh", "cholesky"):
        a = s.fixed(a.x @ np.conj(np.swapaxes(a.x, -1, -2)), dtype)
    if name == "solve":
        b = s.array((n, 2), s.one(BESIDE[:3]), "small")
        return "linalg.solve", [a, b], {}, lambda: np.linalg.solve(a.x, b.x), "sums"
    if name == "norm":
        a = s.array((3, 4), dtype, "small")
        order = s.one(["fro", "nuc", 1, -1, 2, -2])
        return "linalg.norm", [a], {"ord": order}, lambda: np.linalg.norm(a.x, order), "sums"
    if name == "vectorNorm":
        order = s.one([0, 1, 2, 3])
        return "linalg.vectorNorm", [a], {"ord": order}, lambda: np.linalg.vector_norm(a.x, ord=order), "sums"
    if name == "matrixPower":
        power = s.between(-2, 3)
        return "linalg.matrixPower", [a, power], {}, lambda: np.linalg.matrix_power(a.x, power), "sums"
    if name == "svdvals":
        a = s.array((s.between(1, 5), n), dtype, "small")
    function = getattr(np.linalg, {"matrixRank": "matrix_rank"}.get(name, name))
    return f"linalg.{name}", [a], {}, lambda: function(a.x), "sums"


def cast(s):
    """Real dtypes to complex ones, and these to each other."""
    to = s.one(NAMES)
    a = s.array(dtypes=s.one([*DTYPES, *NAMES, *NAMES]))
    return "astype", [a, to], {}, lambda: a.x.astype(to), 0


def in_place(s):
    """`x[left] op= x[right]` of one complex array."""
    name, n, by = s.one(["assign", "add", "subtract"]), s.one([2, 5, 100, 5000]), 1
    a = s.array((n,), s.one(NAMES), s.one(["small", "ties"]), whole=True)
    cuts = s.one([([by, None, None], [None, -by, None]), ([None, -by, None], [by, None, None]), ([None, None, None], [None, None, -1])])
    to, given = (a.x[slice(*cut)] for cut in cuts)
    args = [Array(v, a.base, a.index, [["slice", [cut]]]) for v, cut in zip((to, given), cuts)]

    def run():
        if name == "assign":
            to[...] = given
        else:
            getattr(np, name)(to, given, out=to)
        return a.base

    return name if name == "assign" else f"{name}Assign", args, {}, run, 0


CALLS = [binary, power, unary, fold, move, select, ordered, more, algebra, product, cast, in_place]
