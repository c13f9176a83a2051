"""Fourier transforms of one length: of a complex vector and back, and of a real one."""
from side import serve


def data(n):
    import numpy as np

    count = max(1, 2**20 // n) * n
    return ((np.arange(count) * 0.6180339887498949 + 0.1) % 1).reshape(-1, n)


def transforms(x, fft):
    import numpy as np

    found = [x, x]

    def run():
        found[0] = fft.ifft(fft.fft(x))
        found[1] = fft.rfft(x)

    return run, lambda: [found[0].real.sum(), np.abs(found[1]).sum()], None


def with_numpy(n):
    import numpy as np

    return transforms(data(n), np.fft)


def with_scipy(n):
    from functools import partial
    from types import SimpleNamespace

    import scipy.fft as fft

    two = SimpleNamespace(**{name: partial(getattr(fft, name), workers=2) for name in ("fft", "ifft", "rfft")})
    return transforms(data(n), two)


serve(numpy=with_numpy, scipy=with_scipy)
