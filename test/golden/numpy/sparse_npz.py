"""Files that SciPy writes of one matrix in each of its formats: run it to write sparse-npz.json anew (test/unit/sparse/npz.test.ts reads them)."""

import base64
import io
import json
import os

import numpy as np
import scipy.sparse as sp

dense = np.array([[0, 2, 0, 0], [1j, 0, 0, 3], [0, 0, 0, 4], [0, 0, 5, 0]])
files = {}
for name in ["csr", "csc", "coo", "bsr", "dia"]:
    for kind in ["array", "matrix"]:
        matrix = getattr(sp, f"csr_{kind}")(dense).asformat(name)
        file = io.BytesIO()
        sp.save_npz(file, matrix, compressed=kind == "array")
        files[f"{name} {kind}"] = base64.b64encode(file.getvalue()).decode()

with open(os.path.join(os.path.dirname(__file__), "sparse-npz.json"), "w") as out:
    json.dump(files, out)
    out.write("\n")
