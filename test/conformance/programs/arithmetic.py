"""Programs of numbers: primes, digits, polynomials, fractals."""

import numpy as np


def primes():
    """The sieve of Eratosthenes."""
    n = 200
    sieve = np.ones(n, dtype=np.bool)
    sieve[:2] = False
    for k in range(2, 15):
        sieve[k * k :: k] = False
    return np.flatnonzero(sieve), np.count_nonzero(sieve)


def fibonacci():
    """Fibonacci's numbers, by powers of a matrix."""
    m = np.array([[1, 1], [1, 0]], dtype=np.int64)
    return np.stack([np.linalg.matrix_power(m, k)[0, 1] for k in range(20)])


def pascal():
    """Pascal's triangle, row after row."""
    n = 10
    t = np.zeros((n, n), dtype=np.int64)
    t[:, 0] = 1
    for k in range(1, n):
        t[k, 1:] = t[k - 1, 1:] + t[k - 1, :-1]
    return t


def collatz():
    """How many steps numbers take to come to 1."""
    x = np.arange(1, 60, dtype=np.int64)
    steps = np.zeros(59, dtype=np.int64)
    for k in range(120):
        active = x > 1
        steps += active
        x = np.where(active, np.where(x % 2 == 0, x // 2, 3 * x + 1), x)
    return steps


def digits():
    """Sums of decimal digits, and numbers that nine divides."""
    n = np.arange(500, dtype=np.int64)
    total = np.zeros(500, dtype=np.int64)
    rest = n.copy()
    for k in range(3):
        total += rest % 10
        rest = rest // 10
    return total, np.array_equal(total % 9 == 0, n % 9 == 0)


def gray_code():
    """Gray's code, and how many bits of neighbours differ."""
    n = np.arange(64, dtype=np.uint32)
    code = n ^ (n >> 1)
    return code, np.bitwise_count(code[1:] ^ code[:-1])


def magic_square():
    """A square of odd order whose lines have one sum."""
    n = 5
    i = np.arange(n, dtype=np.int64)
    square = n * ((i[:, None] + i + n // 2 + 1) % n) + (i[:, None] + 2 * i + n - 3) % n + 1
    return square, square.sum(axis=0), square.sum(axis=1), np.trace(square)


def greatest_divisors():
    """A table of greatest common divisors, and Euler's function from it."""
    i = np.arange(1, 25, dtype=np.int64)
    table = np.gcd(i[:, None], i)
    return table, np.sum(np.tril(table == 1), axis=1)


def square_roots():
    """Newton's iteration for many numbers."""
    a = np.linspace(0.5, 100, 40)
    x = a.copy()
    for k in range(12):
        x = 0.5 * (x + a / x)
    return x, np.max(np.abs(x * x - a))


def bisection():
    """Zeros of a cubic function, for many parameters."""
    c = np.linspace(1, 5, 20)
    low, high = np.zeros(20), 3 * np.ones(20)
    for k in range(50):
        middle = (low + high) / 2
        above = middle**3 + middle - c > 0
        high = np.where(above, middle, high)
        low = np.where(above, low, middle)
    return (low + high) / 2


def polynomials():
    """Values, products, derivatives and integrals of polynomials."""
    p, q = np.array([1.0, -3.0, 2.0]), np.array([2.0, 0.0, 1.0, -1.0])
    x = np.linspace(-1, 1, 9)
    return np.polyval(np.polymul(p, q), x), np.polyder(q), np.polyint(p), np.polyadd(p, q)


def chebyshev():
    """Interpolation at Chebyshev's points, by a Vandermonde matrix."""
    k = np.arange(12, dtype=np.float64)
    x = np.cos(np.pi * (k + 0.5) / 12)
    c = np.linalg.solve(np.vander(x, increasing=True), 1 / (1 + x**2))
    at = np.linspace(-1, 1, 15)
    return np.polyval(c[::-1], at)


def julia():
    """Steps until points of a square leave a circle, one constant for all."""
    x = np.linspace(-1.5, 1.5, 20)
    z = x + 1j * x[:, None]
    count = np.zeros((20, 20), dtype=np.int64)
    for k in range(25):
        inside = np.abs(z) <= 2
        count += inside
        z = np.where(inside, z**2 + (-0.8 + 0.156j), z)
    return count


def roots_of_unity():
    """Powers of roots of unity, their sums and angles."""
    w = np.exp(2j * (np.pi * np.arange(8, dtype=np.float64) / 8))
    return np.abs(np.sum(w)) < 1e-12, np.angle(w), np.prod(w), w.real**2 + w.imag**2


def integrals():
    """The trapezoidal rule, Simpson's, and an integral of a table."""
    x = np.linspace(0, np.pi, 101)
    y = np.sin(x)
    h = x[1] - x[0]
    simpson = h / 3 * (y[0] + y[-1] + 4 * np.sum(y[1:-1:2]) + 2 * np.sum(y[2:-1:2]))
    running = np.concatenate([np.zeros(1), np.cumsum((y[1:] + y[:-1]) * h / 2)])
    return np.trapezoid(y, x), simpson, running
