import sys

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import cg

n, steps = map(int, sys.argv[1:])
total = 0.0
for _ in range(steps):
    line = sp.diags([-1.0, 2.0, -1.0], [-1, 0, 1], shape=(n, n), format="csr")
    one = sp.identity(n)
    a = (sp.kron(line, one) + sp.kron(one, line)).tocsr()
    b = np.ones(n * n)
    try:
        x, _ = cg(a, b, rtol=1e-8, atol=0.0)
    except TypeError:  # before SciPy 1.12
        x, _ = cg(a, b, tol=1e-8, atol=0.0)
    total += x.sum()
print(total)
