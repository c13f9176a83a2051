"""Fifty iterations of CG and BiCGSTAB on the 2-D Poisson matrix, by SciPy and by PETSc."""
import sys

from side import serve, spread

ITERATIONS = 50


def poisson(n):
    import scipy.sparse as sp

    line = sp.diags([-1.0, 2.0, -1.0], [-1, 0, 1], shape=(n, n))
    one = sp.identity(n)
    return (sp.kron(line, one) + sp.kron(one, line)).tocsr()


def finish(run, n):
    last = [None]

    def keep():
        last[0] = run()

    return keep, lambda: [last[0].sum(), last[0][0], last[0][n * n // 2]], None


def scipy_solver(solver_name):
    def program(n):
        import scipy.sparse.linalg as la

        solve = getattr(la, solver_name)
        a = poisson(n)
        b = spread(n * n, 0.6180339887498949, 0.1)
        try:
            solve(a, b, rtol=1e-30, atol=0.0, maxiter=1)
            tolerance = {"rtol": 1e-30, "atol": 0.0}
        except TypeError:
            tolerance = {"tol": 1e-30, "atol": 0.0}
        return finish(lambda: solve(a, b, maxiter=ITERATIONS, **tolerance)[0], n)

    return program


def petsc_solver(solver_name):
    def program(n):
        from petsc4py import PETSc

        csr = poisson(n)
        a = PETSc.Mat().createAIJ(size=csr.shape, csr=(csr.indptr, csr.indices, csr.data))
        b = PETSc.Vec().createWithArray(spread(n * n, 0.6180339887498949, 0.1))
        solver = PETSc.KSP().create()
        solver.setOperators(a)
        solver.setType(solver_name)
        solver.getPC().setType("none")
        solver.setTolerances(rtol=1e-30, atol=0.0, max_it=ITERATIONS)

        def run():
            x = b.duplicate()
            solver.solve(b, x)
            return x.getArray()

        return finish(run, n)

    return program


serve(
    scipy_cg=scipy_solver("cg"),
    scipy_bicgstab=scipy_solver("bicgstab"),
    petsc_cg=petsc_solver("cg"),
    petsc_bicgstab=petsc_solver("bcgs"),
)
