"""What SciPy gives for lu, solve_triangular, expm, sqrtm and logm of random stacks: run it to write linalg.json anew. Complex numbers are
pairs; test/unit/array/matrix-functions.test.ts reads the file."""

import json
import os

import numpy as np
import scipy.linalg as sl

rng = np.random.default_rng(18)


def packed(x):
    x = np.asarray(x)
    values = np.stack([x.real, x.imag], -1).reshape(-1, 2).tolist() if np.iscomplexobj(x) else x.ravel().tolist()
    return {"shape": list(x.shape), "complex": bool(np.iscomplexobj(x)), "values": values}


def drawn(shape, complex_):
    x = rng.normal(size=shape)
    return x + 1j * rng.normal(size=shape) if complex_ else x


cases = []
for complex_ in (False, True):
    for shape in ((1, 1), (4, 4), (5, 3), (3, 5), (2, 3, 4, 4)):
        a = drawn(shape, complex_)
        flat = a.reshape(-1, *shape[-2:])
        p, l, u = (np.stack(x).reshape(*shape[:-2], *x[0].shape) for x in zip(*(sl.lu(m) for m in flat)))
        cases.append({"name": "lu", "given": [packed(a)], "gives": [packed(p), packed(l), packed(u)]})
    for lower in (False, True):
        for trans in ("N", "T", "C"):
            for unit in (False, True):
                a, b = drawn((5, 5), complex_) + 3 * np.eye(5), drawn((5, 2), complex_)
                x = sl.solve_triangular(a, b, trans=trans, lower=lower, unit_diagonal=unit)
                options = {"lower": lower, "trans": trans, "unitDiagonal": unit}
                cases.append({"name": "solveTriangular", "given": [packed(a), packed(b)], "options": options, "gives": [packed(x)]})
    for n, scale in ((1, 1), (2, 0.01), (4, 1), (6, 5), (12, 2)):
        a = drawn((2, n, n), complex_) * scale
        cases.append({"name": "expm", "given": [packed(a)], "gives": [packed(np.stack([sl.expm(m) for m in a]))]})
        b = a + 4 * scale * np.sqrt(n) * np.eye(n)
        for name in ("sqrtm", "logm"):
            found = np.stack([getattr(sl, name)(m) for m in b]).astype(complex)
            cases.append({"name": name, "given": [packed(b)], "gives": [packed(found)]})
far = np.array([[1.0, 1e6], [0.0, -1.0]])
cases.append({"name": "expm", "given": [packed(far)], "gives": [packed(sl.expm(far))]})
negative = np.array([[-1.0, 2.0], [0.0, -3.0]])
for name in ("sqrtm", "logm"):
    cases.append({"name": name, "given": [packed(negative)], "gives": [packed(getattr(sl, name)(negative).astype(complex))]})

here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "linalg.json"), "w") as file:
    json.dump(cases, file, separators=(",", ":"))
    file.write("\n")
