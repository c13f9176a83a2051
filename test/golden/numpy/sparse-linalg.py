"""SciPy's answers for sparse.linalg, into sparse-linalg.json: python3 test/golden/numpy/sparse-linalg.py"""
import json
import pathlib

import numpy as np
import scipy
import scipy.sparse as sp
import scipy.sparse.linalg as sl

rng = np.random.default_rng(7)


def matrix(n, kind):
    a = sp.random_array((n, n), density=4 / n, rng=rng, format="csr") - 0.2 * sp.random_array((n, n), density=2 / n, rng=rng, format="csr")
    if kind == "symmetric":
        return sp.csr_array(a + a.T + sp.diags_array(np.where(np.arange(n) % 3 == 0, -4.0, 5.0)))
    if kind == "definite":
        return sp.csr_array(a + a.T + sp.eye_array(n) * 8)
    return sp.csr_array(a + sp.eye_array(n) * 3)


cases = []
for n, kind in [(12, "symmetric"), (20, "definite"), (25, "general")]:
    a = matrix(n, kind)
    a.sort_indices()
    b = rng.standard_normal(n)
    case = {
        "kind": kind,
        "n": n,
        "data": a.data.tolist(),
        "indices": a.indices.tolist(),
        "indptr": a.indptr.tolist(),
        "b": b.tolist(),
        "spsolve": sl.spsolve(a.tocsc(), b).tolist(),
        "transposed": sl.splu(a.tocsc()).solve(b, trans="T").tolist(),
        "norms": {str(o): float(sl.norm(a, o)) for o in ["fro", 1, -1, np.inf, -np.inf]},
        "lsqr": sl.lsqr(a, b, damp=0.5, atol=1e-14, btol=1e-14)[0].tolist(),
        "svds": sorted(sl.svds(a, k=3, return_singular_vectors=False).tolist(), reverse=True),
    }
    if kind != "general":
        for which in ["LM", "SM", "LA", "SA"]:
            case[which] = sorted(sl.eigsh(a, k=3, which=which, return_eigenvectors=False, maxiter=10000).tolist())
        case["near"] = sorted(sl.eigsh(a.tocsc(), k=2, sigma=1.5, return_eigenvectors=False).tolist())
    cases.append(case)

made = {"scipy": scipy.__version__, "cases": cases}
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(made, indent=1) + "\n")
