"""Dense linear algebra, sorting and running sums by NumPy, which hands matrices to its LAPACK."""
from side import serve, spread


def of_matrix(compute):
    def prepare(n):
        import numpy as np

        a = spread(n * n, 0.6180339887498949, 0.1).reshape(n, n)
        symmetric = a + a.T + np.eye(n) * n
        last = [None]

        def run():
            last[0] = compute(np, symmetric)

        return run, lambda: [last[0].sum(), last[0].max(), last[0].min()], None

    return prepare


def of_line(compute):
    def prepare(n):
        import numpy as np

        x = spread(n, 0.6180339887498949, 0.1)
        last = [None]

        def run():
            last[0] = compute(np, x)

        return run, lambda: [last[0][0], last[0][n // 3], last[0][n - 1]], None

    return prepare


serve(
    linear_solve=of_matrix(lambda np, a: np.linalg.solve(a, np.eye(len(a)))),
    qr=of_matrix(lambda np, a: np.abs(np.linalg.qr(a)[1])),
    eigh=of_matrix(lambda np, a: np.linalg.eigh(a)[0]),
    svd=of_matrix(lambda np, a: np.linalg.svd(a)[1]),
    sort=of_line(lambda np, x: np.sort(x)),
    scan=of_line(lambda np, x: np.cumsum(x)),
)
