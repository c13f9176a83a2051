"""Loops by hand, each step of which sees other views of its arrays."""
from side import serve, spread


def cholesky(n):
    import numpy as np

    random = spread(n * n, 0.6180339887498949, 0.1).reshape(n, n)
    start = random + random.T + np.eye(n) * n
    last = [start]

    def run():
        A = start.copy()
        for k in range(n):
            A[k, k] = np.sqrt(A[k, k])
            A[k + 1 :, k] /= A[k, k]
            A[k + 1 :, k + 1 :] -= np.outer(A[k + 1 :, k], A[k + 1 :, k])
        last[0] = A

    return run, lambda: [np.tril(last[0]).sum(), last[0][-1, -1]], None


def gram_schmidt(n):
    import numpy as np

    start = spread(n * n, 0.6180339887498949, 0.1).reshape(n, n) + np.eye(n) * 2
    Q, R = np.zeros((n, n)), np.zeros((n, n))

    def run():
        A = start.copy()
        for k in range(n):
            column = A[:, k]
            R[k, k] = np.sqrt((column * column).sum())
            Q[:, k] = column / R[k, k]
            if k == n - 1:
                break
            R[k, k + 1 :] = Q[:, k] @ A[:, k + 1 :]
            A[:, k + 1 :] -= np.outer(Q[:, k], R[k, k + 1 :])

    return run, lambda: [np.abs(Q).sum(), np.abs(R).sum(), R[-1, -1]], None


def floyd_warshall(n):
    import numpy as np

    start = spread(n * n, 0.6180339887498949, 0.1).reshape(n, n)
    last = [start]

    def run():
        path = start
        for k in range(n):
            path = np.minimum(path, path[:, k : k + 1] + path[k : k + 1])
        last[0] = path

    return run, lambda: [last[0].sum(), last[0][0].max()], None


def nussinov(n):
    import numpy as np

    bases = [(i + 1) % 4 for i in range(n)]
    last = [None]

    def run():
        table = np.zeros((n, n), np.int32)
        for i in range(n - 2, -1, -1):
            for j in range(i + 1, n):
                table[i, j] = np.maximum(table[i, j], table[i, j - 1])
                table[i, j] = np.maximum(table[i, j], table[i + 1, j])
                inner = table[i + 1, j - 1]
                if i < j - 1:
                    inner = inner + (1 if bases[i] + bases[j] == 3 else 0)
                table[i, j] = np.maximum(table[i, j], inner)
                if j > i + 1:
                    table[i, j] = np.maximum(table[i, j], np.max(table[i, i + 1 : j] + table[i + 2 : j + 1, j]))
        last[0] = table

    return run, lambda: [last[0].sum(), last[0][0, n - 1]], None


DT, LEVELS, PLUS, MINUS = 3, 40, 0.5, 0.5


def vadv(n):
    import numpy as np

    def field(offset, more=0):
        return spread((n + more) * n * LEVELS, 0.6180339887498949, offset).reshape(n + more, n, LEVELS)

    start, now, wind, before, tendency = field(0.1), field(0.2), field(0.3, 1), field(0.4), field(0.5)
    c, d = np.zeros((n, n, LEVELS)), np.zeros((n, n, LEVELS))
    last = [start]

    def between(k):
        return (wind[1:, :, k] + wind[:-1, :, k]) * 0.25

    def upwards(stage):
        for k in range(LEVELS):
            below = between(k) * -1 if k > 0 else None
            above = between(k + 1) if k < LEVELS - 1 else None
            correction = np.zeros((n, n))
            diagonal = np.full((n, n), DT)
            if below is not None:
                correction = correction - below * MINUS * (now[..., k - 1] - now[..., k])
                diagonal = diagonal - below * PLUS
            if above is not None:
                correction = correction - above * MINUS * (now[..., k + 1] - now[..., k])
                c[..., k] = above * PLUS
                diagonal = diagonal - c[..., k]
            d[..., k] = before[..., k] * DT + tendency[..., k] + stage[..., k] + correction
            lower = None if below is None else below * PLUS
            divided = 1 / (diagonal if lower is None else diagonal - c[..., k - 1] * lower)
            if above is not None:
                c[..., k] = c[..., k] * divided
            rest = d[..., k] if lower is None else d[..., k] - d[..., k - 1] * lower
            d[..., k] = rest * divided

    def downwards(stage):
        data = d[..., LEVELS - 1]
        for k in range(LEVELS - 1, -1, -1):
            if k < LEVELS - 1:
                data = d[..., k] - c[..., k] * data
            stage[..., k] = (data - before[..., k]) * DT

    def run():
        stage = start.copy()
        upwards(stage)
        downwards(stage)
        last[0] = stage

    return run, lambda: [last[0].sum(), np.abs(last[0]).max()], None


STEPS = 10


def adi(n):
    import numpy as np

    start = (np.arange(n, dtype=np.float64).reshape(n, 1) + (n - np.arange(n, dtype=np.float64))) / n
    v, p, q = np.zeros((n, n)), np.zeros((n, n)), np.zeros((n, n))
    last = [start]

    def sweep(u, v, r, s):
        v[0, 1:-1] = 1
        p[1:-1, 0] = 0
        q[1:-1, 0] = v[0, 1:-1]
        for j in range(1, n - 1):
            pivot = p[1:-1, j - 1] * -r + (1 + 2 * r)
            p[1:-1, j] = r / pivot
            right = u[j, :-2] * s + u[j, 1:-1] * (1 - 2 * s) + u[j, 2:] * s
            q[1:-1, j] = (right + q[1:-1, j - 1] * r) / pivot
        v[n - 1, 1:-1] = 1
        for j in range(n - 2, 0, -1):
            v[j, 1:-1] = p[1:-1, j] * v[j + 1, 1:-1] + q[1:-1, j]

    def run():
        u = start.copy()
        for _ in range(STEPS):
            sweep(u.T, v, 0.7, 0.4)
            sweep(v.T, u, 0.4, 0.7)
        last[0] = u

    return run, lambda: [last[0].sum(), last[0][n - 2].max()], None


serve(cholesky=cholesky, gram_schmidt=gram_schmidt, floyd_warshall=floyd_warshall, nussinov=nussinov, vadv=vadv, adi=adi)
