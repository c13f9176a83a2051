"""Two-level geometric multigrid for 2-D Poisson: weighted Jacobi, injection down, bilinear interpolation up."""
from side import serve, spread

CYCLES = 4
SMOOTH = 2
COARSE = 20
OMEGA = 0.8


def with_scipy(n):
    import numpy as np
    import scipy.sparse as sp

    def poisson(k):
        line = sp.diags([-1.0, 2.0, -1.0], [-1, 0, 1], shape=(k, k))
        return (sp.kron(line, sp.identity(k)) + sp.kron(sp.identity(k), line)).tocsr()

    m = (n - 1) // 2
    inject = sp.csr_matrix((np.ones(m), (np.arange(m), 2 * np.arange(m) + 1)), shape=(m, n))
    weave = sp.diags([0.5, 1.0, 0.5], [-1, 0, 1], shape=(n, n)) @ inject.T
    fine, coarse = poisson(n), poisson(m)
    down = sp.kron(inject, inject).tocsr()
    up = sp.kron(weave, weave).tocsr()
    b = spread(n * n, 0.6180339887498949, 0.1)
    last = [None]

    def jacobi(a, x, rhs, times):
        for _ in range(times):
            x = x + (OMEGA / 4) * (rhs - a @ x)
        return x

    def run():
        x = np.zeros(n * n)
        for _ in range(CYCLES):
            x = jacobi(fine, x, b, SMOOTH)
            residual = 4 * (down @ (b - fine @ x))
            x = x + up @ jacobi(coarse, np.zeros(m * m), residual, COARSE)
            x = jacobi(fine, x, b, SMOOTH)
        last[0] = x

    def result():
        x = last[0]
        return [x.sum(), np.linalg.norm(b - fine @ x), x[n * n // 2]]

    return run, result, None


serve(scipy=with_scipy)
