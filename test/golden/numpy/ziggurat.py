"""The tables of NumPy's ziggurats, measured: a bit generator that gives chosen words shows the width of each layer, and from which word on
it is rejected. Run it to write lib/array/random/ziggurat-tables.ts anew."""

import base64
import ctypes
import os
import struct

import numpy as np


class BitGen(ctypes.Structure):
    _fields_ = [
        ("state", ctypes.c_void_p),
        ("next_uint64", ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)),
        ("next_uint32", ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_void_p)),
        ("next_double", ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_void_p)),
        ("next_raw", ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)),
    ]


words = []
drawn = [0, 0]


def next_word(_):
    drawn[0] += 1
    return words.pop(0) if words else 0


def next_double(_):
    drawn[1] += 1
    return 0.5


own = BitGen(
    None,
    BitGen._fields_[1][1](next_word),
    BitGen._fields_[2][1](lambda _: 0),
    BitGen._fields_[3][1](next_double),
    BitGen._fields_[4][1](next_word),
)
NAME = b"BitGenerator"
capsule_of = ctypes.pythonapi.PyCapsule_New
capsule_of.restype = ctypes.py_object
capsule_of.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class Chosen:
    capsule = capsule_of(ctypes.addressof(own), NAME, None)
    import threading

    lock = threading.Lock()


rng = np.random.Generator(Chosen())


def draw(method, word):
    """The number that a first word gives, and whether it was taken at once."""
    words[:] = [word, 0]
    drawn[:] = [0, 0]
    value = getattr(rng, method)()
    return value, drawn == [1, 0]


def tables(method, place, bits):
    widths, bounds = [], []
    for layer in range(256):
        low, high = 0, 1 << bits  # words below `low` are taken, those from `high` on are not
        while low < high:
            middle = (low + high) // 2
            if draw(method, place(layer, middle))[1]:
                low = middle + 1
            else:
                high = middle
        bounds.append(float(low))
        # A layer that takes none at once: its word goes on to the comparison, which half of the layer's height passes there.
        top = 1 << (max(low - 1, 1).bit_length() - 1)
        value = draw(method, place(layer, top))[0]
        widths.append(abs(value) / top)
    return widths, bounds


def lines(values):
    text = base64.b64encode(struct.pack("<256d", *values)).decode()
    return " +\n  ".join(f"'{text[i:i + 120]}'" for i in range(0, len(text), 120))


normal = tables("standard_normal", lambda layer, n: layer | n << 9, 52)
exponential = tables("standard_exponential", lambda layer, n: layer << 3 | n << 11, 53)
out = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "lib", "array", "random", "ziggurat-tables.ts")
with open(out, "w") as file:
    file.write(
        "/**\n * Tables of NumPy's ziggurats of 256 layers, as test/golden/numpy/ziggurat.py measures them: the width of each layer over the number of words, and\n"
        " * from which word on it rejects. Doubles in base64, little-endian.\n */\n"
    )
    for name, (widths, bounds) in [("normal", normal), ("exponential", exponential)]:
        file.write(f"export const {name}Widths =\n  {lines(widths)};\nexport const {name}Bounds =\n  {lines(bounds)};\n")
if __name__ == "__main__" and os.environ.get("CHECK"):
    import re

    header = open(os.environ["CHECK"]).read()
    for name, have in [("wi", normal[0]), ("ki", normal[1]), ("we", exponential[0]), ("ke", exponential[1])]:
        text = re.search(r"static const \w+ " + name + r"_double\[\] = \{([^}]*)\}", header).group(1)
        want = [float(int(s.strip()[:-3] if s.strip().endswith("ULL") else s.strip(), 16)) if "x" in s else float(s) for s in text.split(",") if s.strip()]
        print(name, sum(a != b for a, b in zip(have, want)), [(i, a, b) for i, (a, b) in enumerate(zip(have, want)) if a != b][:3])
