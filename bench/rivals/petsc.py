"""Fifty iterations of CG and BiCGSTAB on Poisson matrices by PETSc, without preconditioner: as many ranks as it is started with.

Every rank has its share of the rows. The first one is spoken to, answers, and passes what it hears on to the others through named
pipes, for ranks that wait for each other by MPI would keep their processors busy while other sides are measured.
"""
import os
import sys
import tempfile
import time

from side import serve, spread

ITERATIONS = 50
CHECKED = 20  # results are compared after so many, as bench/app/krylov.ts says

import petsc4py

petsc4py.init([sys.argv[0]])
from petsc4py import PETSc

RANK, RANKS = PETSc.COMM_WORLD.rank, PETSc.COMM_WORLD.size


def pipe(rank):
    return os.path.join(tempfile.gettempdir(), f"petsc-{os.environ.get('PMIX_NAMESPACE', '')}-{rank}".replace("/", "-"))


def relay(source):
    """The lines of `source`, after every other rank was told them."""
    others = []
    for rank in range(1, RANKS):
        while not os.path.exists(pipe(rank)):
            time.sleep(0.01)
        others.append(open(pipe(rank), "w"))
        os.unlink(pipe(rank))
    for text in source:
        for other in others:
            print(text, end="", file=other, flush=True)
        yield text


def told():
    with open(pipe(RANK)) as source:
        yield from source


if RANK == 0:
    sys.stdin = relay(sys.stdin)
else:
    os.mkfifo(pipe(RANK))
    sys.stdin = told()
    sys.stdout = open(os.devnull, "w")


def line(n):
    import scipy.sparse as sp

    return sp.diags([-1.0, 2.0, -1.0], [-1, 0, 1], shape=(n, n), format="csr")


def grid(n):
    import scipy.sparse as sp

    one = sp.identity(n)
    return (sp.kron(line(n), one) + sp.kron(one, line(n))).tocsr()


def solver(method, matrix):
    def program(n):
        csr = matrix(n)
        csr.sort_indices()
        rows = csr.shape[0]
        a = PETSc.Mat().create(PETSc.COMM_WORLD)
        a.setSizes(csr.shape)
        a.setType("aij")
        a.setUp()
        first, last = a.getOwnershipRange()
        begin, end = csr.indptr[first], csr.indptr[last]
        share = (csr.indptr[first : last + 1] - begin, csr.indices[begin:end], csr.data[begin:end])
        a = PETSc.Mat().createAIJ(size=((last - first, rows), (last - first, rows)), csr=share, comm=PETSc.COMM_WORLD)
        b = a.createVecLeft()
        b.setArray(spread(rows, 0.6180339887498949, 0.1)[first:last])
        ksp = PETSc.KSP().create(PETSc.COMM_WORLD)
        ksp.setOperators(a)
        ksp.setType(method)
        ksp.getPC().setType("none")
        x = b.duplicate()

        def run(iterations=ITERATIONS):
            ksp.setTolerances(rtol=1e-30, atol=0.0, max_it=iterations)
            ksp.solve(b, x)

        def element(i):
            """Of x, on every rank."""
            unit = x.duplicate()
            unit.set(0.0)
            if first <= i < last:
                unit.setValue(i, 1.0)
            unit.assemble()
            return unit.dot(x)

        def result():
            run(CHECKED)
            return [x.sum(), element(0), element(rows // 2)]

        return run, result, None

    return program


serve(cg=solver("cg", grid), bicgstab=solver("bcgs", grid), cg_line=solver("cg", line))
