"""What SciPy gives for calls on sparse matrices: run it to write sparse.json anew. Matrices are lists of rows, with zeros;
test/unit/sparse/scipy.test.ts makes the same calls."""

import json
import os
import warnings

import numpy as np
import scipy.sparse as sp

warnings.simplefilter("ignore")
rng = np.random.default_rng(41)


def drawn(rows, cols, density=0.4):
    x = np.where(rng.random((rows, cols)) < density, np.round(rng.normal(size=(rows, cols)) * 4, 2), 0)
    return x


given = {
    "A": drawn(6, 5),
    "B": drawn(6, 5),
    "C": drawn(5, 4),
    "S": drawn(5, 5, 0.5),
    "R": drawn(1, 5, 0.6),
    "K": drawn(6, 1, 0.6),
    "N": drawn(4, 3, 0),
    "D": np.round(rng.normal(size=(6, 5)), 2),
    "v": np.round(rng.normal(size=5), 2),
    "w": np.round(rng.normal(size=(6, 1)), 2),
    "X": np.round(rng.normal(size=(6, 2)), 2),
}
A, B, C, S, R, K, N = (sp.csr_array(given[name]) for name in "ABCSRKN")
D, v, w, X = (given[name] for name in "DvwX")

calls = """
A + B
A - B
A + A
A - A
A + D
A - D
A + 0
A.multiply(B)
A.multiply(D)
A.multiply(v)
A.multiply(w)
A.multiply(R)
A.multiply(K)
R.multiply(K)
K.multiply(R)
K.multiply(D)
A.multiply(3)
A * -0.5
A / 4
A / D
R.multiply(A)
A.maximum(B)
A.minimum(B)
A.maximum(-1)
A.minimum(0.5)
A.maximum(0)
abs(A)
-A
A.power(2)
A.power(3)
A @ C
A.T @ B
S @ S
S @ S @ S
N.T @ N
R @ A.T
K @ R
A.sin()
A.tan()
abs(A).sqrt()
A.sinh()
A.tanh()
A.arctan()
A.arcsinh()
A.expm1()
abs(A).log1p()
A.sign()
A.floor()
A.ceil()
A.trunc()
A.rint()
A.deg2rad()
A.rad2deg()
A.sum()
A.sum(axis=0)
A.sum(axis=1)
A.sum(axis=-1)
A.mean()
A.mean(axis=0)
A.mean(axis=1)
A.max()
A.min()
A.max(axis=0)
A.max(axis=1)
A.min(axis=0)
A.min(axis=1)
N.max()
N.max(axis=0)
A.argmax(axis=0)
A.argmax(axis=1)
A.argmin(axis=0)
A.argmin(axis=1)
A.argmax()
A.argmin()
A.count_nonzero()
A.count_nonzero(axis=0)
A.count_nonzero(axis=1)
A.diagonal()
A.diagonal(1)
A.diagonal(-2)
A.diagonal(4)
S.trace()
S.trace(1)
sp.tril(S)
sp.tril(S, -1)
sp.triu(A, 1)
sp.hstack([A, B])
sp.hstack([A, K, B])
sp.vstack([A, R, B])
sp.block_diag([A, N, R])
sp.block_array([[A, K], [None, sp.csr_array([[7.0]])]])
sp.kron(A, C)
sp.kron(N, C)
sp.kronsum(S, C[:4, :])
sp.identity(3)
sp.spdiags([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]], [-1, 2], 4, 5)
sp.spdiags([[1, 2, 3]], [1], 5, 5)
sp.find(A)
A.nonzero()
A.reshape((5, 6))
A.reshape((-1, 3))
A[1:4, ::2]
A[::-1]
A[:, ::-2]
A[[4, 0, 4]]
A[:, [3, 3, -1, 0]]
A[[5, 1]][:, [2, 0]]
A[2:, [4, 1]]
A[0, 1]
A[-1, 3]
A[[0, 2, 4], [1, 1, 3]]
A[1, [0, 1, 2, 3, 4]]
A[[True, False, True, False, False, True]]
A[-2:-1, :]
S[1:-1, 1:-1]
A[[3], :]
A[:, [2]]
sp.random_array((7, 9), density=0.3, rng=np.random.default_rng(5))
sp.random_array((40, 50), density=0.05, rng=np.random.default_rng(6))
sp.random(5, 4, density=0.125, rng=np.random.default_rng(7))
with_diagonal(A, 9)
with_diagonal(S, [1, 2, 3, 4], 1)
with_diagonal(A, [1, 2, 3, 4], -2)
A @ v
A.T @ X
X.T @ A
""".strip().splitlines()


def with_diagonal(x, values, k=0):
    x = x.copy()
    x.setdiag(values, k)
    return x


def plain(x):
    if isinstance(x, tuple):
        return [np.asarray(each).tolist() for each in x]
    return (x.toarray() if sp.issparse(x) else np.asarray(x)).tolist()


here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "sparse.json"), "w") as file:
    answers = {call: plain(eval(call)) for call in calls}
    json.dump({"given": {name: x.tolist() for name, x in given.items()}, "answers": answers}, file, separators=(",", ":"))
    file.write("\n")
