"""Writes what NumPy's element-wise functions give for every special value, or pair of them, of a dtype: a JSON object a line."""

import json
import warnings

import numpy as np

import elementwise
import arrays
from arrays import Unsuited

INTEGERS = ["uint8", "int32", "int64"]
FLOATS = ["float32", "float64"]


def packed(x):
    """Of the dtypes above alone: of small integers NumPy makes dtypes that maniple does not."""
    if np.asarray(x).dtype.name not in ["bool", *INTEGERS, *FLOATS]:
        raise Unsuited
    return arrays.packed(x)


TWO = elementwise.TWO | {"nextafter": "nextafter", "pow": "power"}
ONE = elementwise.ONE | {
    "positive": "positive", "fabs": "fabs", "frexp": "frexp", "spacing": "spacing", "reciprocal": "reciprocal", "sinc": "sinc",
    "nanToNum": "nan_to_num",
}  # fmt: skip
#: Units in the last place that two libraries may be apart.
ULPS = {name: 4 for name in [*elementwise.ROUNDED, "pow", "atan2", "hypot", "sinc", "logaddexp", "logaddexp2"]}


def values(dtype):
    """The special values of a dtype."""
    if dtype == "bool":
        return np.array([False, True])
    if dtype in INTEGERS:
        limits = np.iinfo(dtype)
        near = [limits.min, limits.min + 1, limits.max // 2, limits.max - 1, limits.max, 0, 1, 2, 3, 7, 31, 32, 63, 64, 100]
        return np.array(near + ([] if dtype.startswith("u") else [-1, -2, -3, -7, -64, -100]), dtype)
    x = np.finfo(dtype)
    sizes = [0, x.smallest_subnormal, 5 * x.smallest_subnormal, x.tiny, x.tiny * 3, x.eps, 0.1, 0.5, 1 - x.epsneg, 1, 1 + x.eps]
    sizes += [1.5, 2, 2.5, 3, np.pi, 10, 88.5, 89.5, 127, 128, 149.5, 709.5, 710.5, 1022, 1023.5, 1e6, 2.0**23 + 0.5, 2.0**31]
    sizes += [2.0**52 + 0.5, 1e15, 2.0**63, float(np.sqrt(x.max)), x.max / 2, x.max, np.inf]
    plain = np.array(sizes, dtype)
    nan = np.array([np.nan], dtype)
    return np.concatenate([plain, -plain, nan, np.copysign(nan, np.array([-1], dtype))])


def line(name, run, operands):
    try:
        found = run(*operands)
        made = [packed(x) for x in (found if isinstance(found, tuple) else (found,))]
    except (TypeError, ValueError, Unsuited):
        return
    tolerance = ULPS.get(name, 0)
    print(json.dumps({"name": name, "args": [packed(x) for x in operands], "want": made, "tolerance": tolerance}))


def main():
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    print(json.dumps({"numpy": np.__version__}))
    for dtype in ["bool", *INTEGERS, *FLOATS]:
        x = values(dtype)
        for name, theirs in ONE.items():
            line(name, getattr(np, theirs), [x])
        left, right = (v.ravel() for v in np.meshgrid(x, x, indexing="ij"))
        for name, theirs in TWO.items():
            line(name, getattr(np, theirs), [left, right])
    for dtype in FLOATS:
        left, right = (v.ravel() for v in np.meshgrid(values(dtype), values("int32"), indexing="ij"))
        line("ldexp", np.ldexp, [left, right])


main()
