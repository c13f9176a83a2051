"""What SciPy gives for calls on sparse matrices of several dtypes: run it to write sparse-dtypes.json anew. Each answer is a dtype and elements,
complex ones as pairs; test/unit/sparse/dtypes.test.ts makes the same calls."""

import json
import os
import warnings

import numpy as np
import scipy.sparse as sp

warnings.simplefilter("ignore")
rng = np.random.default_rng(7)
dtypes = ["bool", "int8", "int32", "int64", "uint8", "float32", "complex64", "complex128"]


def entries(rows, cols, count, dtype):
    values = rng.integers(0 if dtype[0] in "bu" else -5, 6, count)
    if dtype[0] == "c":
        values = values + 1j * rng.integers(-5, 6, count)
    return {
        "row": rng.integers(0, rows, count).tolist(),
        "col": rng.integers(0, cols, count).tolist(),
        "data": numbers(values.astype(dtype)),
        "dtype": dtype,
    }


def numbers(x):
    x = np.asarray(x).ravel()
    if x.dtype.kind == "c":
        return [[float(z.real), float(z.imag)] for z in x]
    return [int(v) if v == int(v) else float(v) for v in x]


def matrix(e, shape):
    data = np.array([complex(*v) if isinstance(v, list) else v for v in e["data"]]).astype(e["dtype"])
    return sp.coo_array((data, (e["row"], e["col"])), shape=shape).tocsr()


calls = """
A + B
A.multiply(B)
A @ C
A @ B.T
A @ C.toarray()
A.T @ B.toarray()[:, 0]
A.sum()
A.sum(axis=0)
A.mean(axis=1)
A != B
A < B
A.maximum(B)
A.max(axis=0)
abs(A)
A.conj().T
A.real
A.imag
A.diagonal(1)
A[::-1, 1:]
sp.vstack([A, B])
A / 3
""".strip().split("\n")

pairs = []
for a in dtypes:
    for b in ["bool", "int8", "uint8", "complex64"]:
        A, B, C = entries(4, 5, 12, a), entries(4, 5, 9, b), entries(5, 3, 8, b)
        known = {"sp": sp, "A": matrix(A, (4, 5)), "B": matrix(B, (4, 5)), "C": matrix(C, (5, 3))}
        answers = {}
        for call in calls:
            if "c" in (a[0], b[0]) and call in ("A < B", "A.maximum(B)", "A.max(axis=0)"):
                continue
            found = eval(call, {}, known)
            dense = np.asarray(found.toarray() if sp.issparse(found) else found)
            answers[call] = [dense.dtype.name, numbers(dense)]
        pairs.append({"A": A, "B": B, "C": C, "answers": answers})

with open(os.path.join(os.path.dirname(__file__), "sparse-dtypes.json"), "w") as file:
    json.dump(pairs, file)
    file.write("\n")
