"""Element-wise calls, and operations in place on views that overlap."""

import numpy as np

from arrays import COMPLEX, DTYPES, FLOATS, INTEGERS, Array, Unsuited

TWO = {
    "add": "add", "subtract": "subtract", "multiply": "multiply", "divide": "divide", "floorDivide": "floor_divide",
    "remainder": "remainder", "fmod": "fmod", "minimum": "minimum", "maximum": "maximum", "fmin": "fmin", "fmax": "fmax",
    "equal": "equal", "notEqual": "not_equal", "less": "less", "lessEqual": "less_equal", "greater": "greater",
    "greaterEqual": "greater_equal", "logicalAnd": "logical_and", "logicalOr": "logical_or", "logicalXor": "logical_xor",
    "bitwiseAnd": "bitwise_and", "bitwiseOr": "bitwise_or", "bitwiseXor": "bitwise_xor", "bitwiseLeftShift": "left_shift",
    "bitwiseRightShift": "right_shift", "copysign": "copysign", "heaviside": "heaviside", "atan2": "arctan2", "hypot": "hypot",
    "logaddexp": "logaddexp", "logaddexp2": "logaddexp2", "gcd": "gcd",
}  # fmt: skip
ONE = {
    "negative": "negative", "abs": "abs", "sign": "sign", "square": "square", "sqrt": "sqrt", "floor": "floor", "ceil": "ceil",
    "trunc": "trunc", "round": "round", "isnan": "isnan", "isfinite": "isfinite", "isinf": "isinf", "logicalNot": "logical_not",
    "bitwiseInvert": "invert", "bitwiseCount": "bitwise_count", "signbit": "signbit", "isposinf": "isposinf", "isneginf": "isneginf", "modf": "modf",
    "exp": "exp", "expm1": "expm1", "log": "log", "log1p": "log1p", "log2": "log2", "log10": "log10", "exp2": "exp2",
    "sin": "sin", "cos": "cos", "tan": "tan", "asin": "arcsin", "acos": "arccos", "atan": "arctan", "sinh": "sinh",
    "cosh": "cosh", "tanh": "tanh", "asinh": "arcsinh", "acosh": "arccosh", "atanh": "arctanh", "cbrt": "cbrt",
    "deg2rad": "deg2rad", "rad2deg": "rad2deg",
}  # fmt: skip
#: Units in the last place that two libraries may be apart; which of 0 and -0 is greater depends on their number, in NumPy.
ULPS = {"fmax": 1e-3, "fmin": 1e-3, "atan2": 8, "hypot": 4, "logaddexp": 32, "logaddexp2": 32, "deg2rad": 2, "rad2deg": 2}
ROUNDED = list(ONE)[list(ONE).index("exp") :]


def binary(s):
    name = s.one(list(TWO))
    dtypes = INTEGERS if name.startswith("bitwise") or name == "gcd" else DTYPES
    # Differences of logarithms cancel where the operands are close to opposite.
    kind = "positive" if name.startswith("logadd") else None
    a = s.array(dtypes=dtypes, kind=kind)
    if s.often(0.3) and name != "gcd":
        numbers = {"b": [True, False], "u": [0, 1, 3, 200], "i": [0, 1, -1, 3, -7, 100]}.get(a.x.dtype.kind, [0, 1, -2, 0.5, 7.25])
        if name.startswith("logadd"):
            numbers = [1, 2]
        b = s.one(numbers)
    else:
        b = s.array(s.narrower(a.x.shape), dtypes, kind)
    args = [a, b] if s.often(0.6) else [b, a]
    return name, args, {}, lambda: getattr(np, TWO[name])(*(v.x if isinstance(v, Array) else v for v in args)), ULPS.get(name, 0)


def unary(s):
    name = s.one(list(ONE))
    a = s.array(dtypes=DTYPES if s.often(0.5) else FLOATS)
    if name == "round" and a.x.dtype == bool:
        raise Unsuited
    return name, [a], {}, lambda: getattr(np, ONE[name])(a.x), ULPS.get(name, 8) if name in ROUNDED else 0


def choice(s):
    a = s.array()
    c, b = s.array(s.narrower(a.x.shape), "bool"), s.array(s.narrower(a.x.shape))
    return "where", [c, a, b], {}, lambda: np.where(c.x, a.x, b.x), 0


def cast(s):
    """Any dtype to any other. Floats that no integer of the dtype is near are undefined in C, and are brought within its range."""
    a, to = s.array(), s.one([*DTYPES, *COMPLEX])
    if a.x.dtype.kind == "f" and to in INTEGERS:
        limits, own = np.iinfo(to), a.x.dtype.type
        low, high = (own(limit) if abs(limit) <= np.finfo(own).max else np.copysign(np.finfo(own).max, own(limit)) for limit in (limits.min, limits.max))
        if int(high) > limits.max:
            high = np.nextafter(high, own(0))
        a = s.fixed(np.clip(np.nan_to_num(a.x, posinf=1, neginf=0), low, high), a.x.dtype.name)
    return "astype", [a, to], {}, lambda: a.x.astype(to), 0


def in_place(s):
    """`x[left] op= x[right]`, where both are parts of one array."""
    name = s.one(["assign", "add", "subtract", "multiply", "remainder"])
    shape = s.one([(2,), (5,), (100,), (5000,), (3, 4), (33, 40)])
    a = s.array(shape, s.one(DTYPES), s.one(["small", "ties"]), whole=True)
    axis = s.between(0, len(shape) - 1)
    left, right = ([[None, None, None] for _ in shape] for _ in range(2))
    if s.often(0.3):
        right[axis] = [None, None, -1]
    else:
        by = s.between(1, min(3, shape[axis] - 1))
        left[axis], right[axis] = [by, None, None], [None, -by, None]
        if s.often(0.5):
            left, right = right, left
    to, given = (a.x[tuple(slice(*cut) for cut in cuts)] for cuts in (left, right))
    args = [Array(v, a.base, a.index, [["slice", cuts]]) for v, cuts in ((to, left), (given, right))]

    def run():
        if name == "assign":
            to[...] = given
        else:
            getattr(np, TWO[name])(to, given, out=to, casting="same_kind")
        return a.base

    return name if name == "assign" else f"{name}Assign", args, {}, run, 0


CALLS = [binary, unary, choice, cast, in_place]
