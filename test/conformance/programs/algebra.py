"""Kernels of linear algebra and transforms, as NumPy's users write them."""

import numpy as np


def gemm():
    """A product of matrices, scaled and added."""
    i = np.arange(20, dtype=np.float64)
    a = (i[:, None] * i + 1) % 11 / 11
    b = (i[:, None] + 2 * i) % 7 / 7
    c = (i[:, None] - i) / 20
    return 1.5 * (a @ b) + 1.2 * c


def gemver():
    """Two outer products added, then a matrix times vectors."""
    n = 30
    i = np.arange(n, dtype=np.float64)
    a = i[:, None] * i / n
    u, v = i / n, (i + 1) / n / 2
    a = a + np.outer(u, v) + np.outer(v, u)
    x = 1.2 * (a.T @ v) + u
    return 1.5 * (a @ x)


def gesummv():
    """The sum of two products with one vector."""
    i = np.arange(25, dtype=np.float64)
    a, b = (i[:, None] * i + 1) % 25 / 25, (i[:, None] * i + 2) % 25 / 25
    return 1.5 * (a @ i) + 1.2 * (b @ i)


def atax():
    """A matrix's transpose times its product with a vector."""
    i = np.arange(22, dtype=np.float64)
    a = (i[:, None] + np.arange(18, dtype=np.float64)) % 22 / 110
    return (a @ (1 + np.arange(18, dtype=np.float64) / 18)) @ a


def bicg():
    """A matrix and its transpose, each times a vector."""
    i, j = np.arange(22, dtype=np.float64), np.arange(18, dtype=np.float64)
    a = (i[:, None] * (j + 1)) % 22 / 22
    return i @ a, a @ j


def syr2k():
    """A symmetric update by two matrices, of the lower triangle."""
    i = np.arange(16, dtype=np.float64)
    a, b = (i[:, None] * i + 1) % 16 / 16, (i[:, None] * i + 2) % 12 / 12
    c = np.tril(1.2 * (a @ b.T + b @ a.T))
    return c + np.tril(c, -1).T


def three_products():
    """A chain of products of matrices."""
    i = np.arange(12, dtype=np.float64)
    a, b = (i[:, None] * i + 1) % 12 / 60, (i[:, None] * (i + 1) + 2) % 12 / 60
    return (a @ b) @ (b @ a), np.linalg.multi_dot([a, b, a])


def doitgen():
    """A matrix for the last axis of a cube."""
    i = np.arange(8, dtype=np.float64)
    a = (i[:, None, None] * i[:, None] + i) % 8 / 8
    c = (i[:, None] * i) % 8 / 8
    return np.einsum("ijk,kl->ijl", a, c)


def covariance():
    """Covariances of columns, by their means."""
    i, j = np.arange(30, dtype=np.float64), np.arange(6, dtype=np.float64)
    x = (i[:, None] * (j + 3)) % 17 / 6
    y = x - x.mean(axis=0)
    return y.T @ y / (30 - 1)


def correlation():
    """Correlations of columns, where tiny deviations count as 1."""
    i, j = np.arange(30, dtype=np.float64), np.arange(6, dtype=np.float64)
    x = (i[:, None] * j) % 13 / 6 + i[:, None] / 30
    s = x.std(axis=0)
    y = (x - x.mean(axis=0)) / (np.sqrt(30.0) * np.where(s <= 0.1, 1.0, s))
    return y.T @ y


def cholesky():
    """A factor of a positive definite matrix, column by column."""
    n = 14
    i = np.arange(n, dtype=np.float64)
    a = np.exp(-np.abs(i[:, None] - i)) + np.eye(n)
    for k in range(n):
        a[k, k] = np.sqrt(a[k, k])
        a[k + 1 :, k] /= a[k, k]
        for j in range(k + 1, n):
            a[j:, j] -= a[j:, k] * a[j, k]
    return np.tril(a)


def lu():
    """Both factors of a matrix in its place."""
    n = 16
    i = np.arange(n, dtype=np.float64)
    a = 1 / (i[:, None] + i + 1) + np.eye(n)
    for k in range(n - 1):
        a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])
    return a


def triangular_solve():
    """A lower triangular system, row by row."""
    n = 18
    i = np.arange(n, dtype=np.float64)
    a = np.tril((i[:, None] + n - i + 1) * 2 / n)
    x = np.zeros(n)
    for k in range(n):
        x[k] = (-3 - a[k, :k] @ x[:k]) / a[k, k]
    return x


def durbin():
    """A Toeplitz system by Durbin's recursion."""
    n = 12
    r = 1 / (2 + np.arange(n, dtype=np.float64))
    y = np.zeros(n)
    y[0] = -r[0]
    alpha, beta = -r[0], 1 - r[0] ** 2
    for k in range(1, n):
        alpha = -(r[k] + np.dot(r[:k][::-1], y[:k])) / beta
        beta = beta * (1 - alpha**2)
        y[:k] += alpha * y[:k][::-1]
        y[k] = alpha
    return y


def gram_schmidt():
    """An orthogonal basis of a matrix's columns."""
    n = 10
    i = np.arange(n, dtype=np.float64)
    a = np.cos(i[:, None] * i) + np.eye(n)
    q, r = np.zeros((n, n)), np.zeros((n, n))
    for k in range(n):
        norm = np.sqrt(np.dot(a[:, k], a[:, k]))
        r[k, k] = norm
        q[:, k] = a[:, k] / norm
        r[k, k + 1 :] = q[:, k] @ a[:, k + 1 :]
        a[:, k + 1 :] -= np.outer(q[:, k], r[k, k + 1 :])
    return q, r


def conjugate_gradients():
    """A symmetric system to a tolerance."""
    n = 20
    i = np.arange(n, dtype=np.float64)
    a = np.where(np.abs(i[:, None] - i) == 1, -1.0, 0.0) + 2.5 * np.eye(n)
    x, r = np.zeros(n), np.cos(i)
    p, rr, steps = r.copy(), r @ r, 0
    while float(rr) > 1e-20 and steps < 50:
        ap = a @ p
        alpha = rr / (p @ ap)
        x = x + alpha * p
        r = r - alpha * ap
        after = r @ r
        p = r + after / rr * p
        rr = after
        steps += 1
    return x


def power_iteration():
    """The largest eigenvalue and its vector."""
    i = np.arange(9, dtype=np.float64)
    a = 1 / (1 + np.abs(i[:, None] - i))
    x = np.ones(9)
    for k in range(60):
        x = a @ x
        x = x / np.linalg.norm(x)
    return x, x @ a @ x


def stockham():
    """A Fourier transform by array operations: radix 2, no reversal."""
    n, levels = 64, 6
    x = np.cos(np.arange(n, dtype=np.float64)) + 1j * np.sin(0.3 * np.arange(n, dtype=np.float64))
    y = x.reshape((n, 1))
    for level in range(levels):
        half = y.shape[0] // 2
        turn = np.exp(-1j * (np.pi * np.arange(y.shape[1]) / y.shape[1]))
        even, odd = y[:half], y[half:] * turn
        y = np.concatenate([even + odd, even - odd], axis=1)
    return y[0], np.fft.fft(x)


def scattering():
    """Self-energies by Green's functions of many energies and momenta."""
    k = np.arange(4, dtype=np.float64)
    n = np.arange(3, dtype=np.float64)
    g = np.exp(1j * (k[:, None, None, None] + k[:, None, None] + n[:, None] * n))
    d = np.exp(-1j * (k[:, None, None, None] - 2 * k[:, None, None] + n[:, None] - n))
    sigma = np.zeros((4, 4, 3, 3), dtype=np.complex128)
    for q in range(4):
        for w in range(4):
            sigma[q:, w:] += g[: 4 - q, : 4 - w] @ d[q, w] @ g[: 4 - q, : 4 - w]
    return sigma


def contour():
    """A contour integral of resolvents: solved at points of a circle."""
    i = np.arange(6, dtype=np.float64)
    a = np.diag(i) + 0.1 * np.cos(i[:, None] + i)
    found = np.zeros((6, 6), dtype=np.complex128)
    for k in range(16):
        z = 2.5 * np.exp(2j * (np.pi * np.asarray(k + 0.5) / 16))
        found += z * np.linalg.solve(z * np.eye(6) - a, np.eye(6)) / 16
    return found


def sparse_product():
    """A matrix in compressed rows times a vector, by sums of segments."""
    n = 40
    columns = (np.arange(3 * n, dtype=np.int64) * 7) % n
    values = np.cos(np.arange(3 * n, dtype=np.float64))
    x = np.arange(n, dtype=np.float64) / n
    return np.add.reduceat(values * x[columns], [3 * k for k in range(n)])
