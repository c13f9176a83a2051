"""Fifty iterations of CG and BiCGSTAB on Poisson matrices, and some of their eigenvalues, by SciPy."""
from side import serve, spread

ITERATIONS = 50
CHECKED = 20  # results are compared after so many, as bench/app/krylov.ts says


def line(n):
    import scipy.sparse as sp

    return sp.diags([-1.0, 2.0, -1.0], [-1, 0, 1], shape=(n, n), format="csr")


def grid(n):
    import scipy.sparse as sp

    one = sp.identity(n)
    return (sp.kron(line(n), one) + sp.kron(one, line(n))).tocsr()


def solver(solver_name, matrix):
    def program(n):
        import scipy.sparse.linalg as la

        solve = getattr(la, solver_name)
        a = matrix(n)
        b = spread(a.shape[0], 0.6180339887498949, 0.1)
        try:
            solve(a, b, rtol=1e-30, atol=0.0, maxiter=1)
            tolerance = {"rtol": 1e-30, "atol": 0.0}
        except TypeError:
            tolerance = {"tol": 1e-30, "atol": 0.0}
        def result():
            x = solve(a, b, maxiter=CHECKED, **tolerance)[0]
            return [x.sum(), x[0], x[len(x) // 2]]

        return lambda: solve(a, b, maxiter=ITERATIONS, **tolerance), result, None

    return program


def eigsh(n):
    import scipy.sparse.linalg as la

    a = grid(n)
    v0 = spread(n * n, 0.6180339887498949, 0.1)
    last = [None]

    def run():
        last[0] = la.eigsh(a, 4, v0=v0)[0]

    return run, lambda: [last[0].sum(), last[0][0], last[0][3]], None


serve(eigsh=eigsh, cg=solver("cg", grid), bicgstab=solver("bicgstab", grid), cg_line=solver("cg", line))
