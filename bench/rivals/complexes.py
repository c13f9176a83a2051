"""Programs of complex arrays: escape counts, a Fourier transform by array operations, scattering self-energies, transforms of images."""
from side import serve, spread

ITERATIONS = 50
ORBITALS = SHIFTS = 4


def of_last(run, numbers):
    last = [None]

    def keep():
        last[0] = run()

    return keep, lambda: numbers(last[0]), None


def with_mandelbrot(n):
    import numpy as np

    along = 2.5 * np.arange(n) / n
    c = (along - 2) + 1j * (along - 1.25).reshape(n, 1)

    def run():
        z, count = np.zeros((n, n), complex), np.zeros((n, n))
        for _ in range(ITERATIONS):
            inside = np.abs(z) <= 2
            count = count + inside
            z = np.where(inside, z * z + c, z)
        return count

    return of_last(run, lambda count: [count.sum(), count[n // 2, n // 4]])


def with_stockham(levels):
    import numpy as np

    n = 2**levels
    x = spread(n, 0.6180339887498949, 0.1) + 1j * spread(n, 0.7548776662466927, 0.3)

    def run():
        y, width = x.reshape(n, 1), 1
        while width < n:
            half = n // width // 2
            turn = np.exp(np.arange(width) * (-1j * np.pi / width))
            even, odd = y[:half], y[half:] * turn
            y = np.concatenate([even + odd, even - odd], axis=1)
            width *= 2
        return y

    return of_last(run, lambda y: [np.abs(y).sum(), y[0, 1].real])


def with_scattering(n):
    import numpy as np

    shape, size = (n, n, ORBITALS, ORBITALS), n * n * ORBITALS * ORBITALS
    make = lambda a, b: (spread(size, 0.6180339887498949, a) + 1j * spread(size, 0.7548776662466927, b)).reshape(shape)
    g, d = make(0.1, 0.3), make(0.5, 0.7)

    def run():
        sigma = np.zeros(shape, complex)
        for q in range(SHIFTS):
            for w in range(SHIFTS):
                moved = g[: n - q, : n - w]
                sigma[q:, w:] += moved @ d[q, w] * moved
        return sigma

    return of_last(run, lambda sigma: [sigma.real.sum(), sigma.imag.sum()])


def images(n, fft):
    import numpy as np

    x = spread(n * n, 0.6180339887498949, 0.1).reshape(n, n)
    z = x + 1j * x.T
    return of_last(lambda: (fft.ifft2(fft.fft2(z)), fft.rfft2(x)), lambda f: [f[0].real.sum(), f[0].imag.sum(), np.abs(f[1]).sum()])


def with_fourier(n):
    import numpy as np

    return images(n, np.fft)


def with_fourier_scipy(n):
    from functools import partial
    from types import SimpleNamespace

    import scipy.fft as fft

    return images(n, SimpleNamespace(**{name: partial(getattr(fft, name), workers=2) for name in ("fft2", "ifft2", "rfft2")}))


serve(mandelbrot=with_mandelbrot, stockham=with_stockham, scattering=with_scattering, fourier=with_fourier, fourier_scipy=with_fourier_scipy)
