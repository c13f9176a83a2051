"""What NumPy gives for Fourier transforms of a small array, in all forms and with all options: run it to write fft.json anew, which
test/unit/array/fft.test.ts compares with."""

import json
import os

import numpy as np

z = np.array([[complex(((7 * i + 3 * j) % 11) - 5, ((5 * i + 2 * j * j) % 7) - 3) for j in range(6)] for i in range(5)])
x = z.real.copy()

CALLS = """
np.fft.fft(z)
np.fft.fft(x)
np.fft.fft(z, 4)
np.fft.fft(z, 9, axis=0)
np.fft.fft(z, axis=0, norm='ortho')
np.fft.fft(z, norm='forward')
np.fft.ifft(z)
np.fft.ifft(z, norm='forward')
np.fft.ifft(z, 7, axis=0, norm='ortho')
np.fft.rfft(x)
np.fft.rfft(x, axis=0)
np.fft.rfft(x, 7)
np.fft.rfft(x, 10, norm='ortho')
np.fft.irfft(z)
np.fft.irfft(z, 7)
np.fft.irfft(z, 8, axis=0)
np.fft.irfft(z, axis=0, norm='forward')
np.fft.hfft(z)
np.fft.hfft(z, 9)
np.fft.ihfft(x)
np.fft.ihfft(x, 5, norm='ortho')
np.fft.fftn(z)
np.fft.fftn(z, (4, 8))
np.fft.ifftn(z, axes=(0,))
np.fft.fft2(z, norm='ortho')
np.fft.ifft2(z)
np.fft.rfftn(x)
np.fft.rfftn(x, (6, 5))
np.fft.rfft2(x)
np.fft.irfftn(z)
np.fft.irfftn(z, (5, 7))
np.fft.irfft2(z, norm='forward')
np.fft.fftfreq(8, 0.1)
np.fft.fftfreq(9)
np.fft.rfftfreq(8)
np.fft.rfftfreq(9, 0.5)
np.fft.fftshift(z)
np.fft.fftshift(z, 1)
np.fft.ifftshift(z, (0,))
np.fft.ifftshift(x)
""".split("\n")

out = {}
for call in filter(None, CALLS):
    found = np.asarray(eval(call))
    out[call] = {"dtype": found.dtype.name, "shape": found.shape, "data": found.ravel().view("float64").tolist()}
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "fft.json"), "w") as file:
    json.dump(out, file, separators=(",", ":"))
    file.write("\n")
