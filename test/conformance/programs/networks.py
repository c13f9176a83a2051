"""Kernels of learning, images and particles, as NumPy's users write them."""

import numpy as np


def softmax():
    """Probabilities along the last axis."""
    x = np.sin(np.arange(120, dtype=np.float64)).reshape((2, 3, 4, 5)) * 4
    e = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)


def convolution():
    """A layer of small filters over images with channels."""
    image = np.cos(np.arange(2 * 8 * 8 * 3, dtype=np.float64)).reshape((2, 8, 8, 3))
    weights = np.sin(np.arange(3 * 3 * 3 * 4, dtype=np.float64)).reshape((3, 3, 3, 4))
    out = np.zeros((2, 6, 6, 4))
    for i in range(3):
        for j in range(3):
            out += image[:, i : i + 6, j : j + 6] @ weights[i, j]
    return np.maximum(out, 0)


def pooling():
    """The greatest of two by two, and of windows."""
    x = np.sin(np.arange(64, dtype=np.float64)).reshape((8, 8))
    return x.reshape((4, 2, 4, 2)).max(axis=(1, 3)), np.maximum(x[:, 1:], x[:, :-1])


def perceptron():
    """Three layers, forward."""
    x = np.cos(np.arange(40, dtype=np.float64)).reshape((5, 8))
    w1, w2, w3 = np.sin(np.arange(80)).reshape((8, 10)), np.sin(np.arange(60)).reshape((10, 6)), np.sin(np.arange(18)).reshape((6, 3))
    x = np.maximum(x @ w1 + 0.1, 0)
    x = np.tanh(x @ w2 - 0.1)
    x = x @ w3
    e = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)


def batch_norm():
    """Features of mean 0 and deviation 1."""
    x = (np.arange(60, dtype=np.float64) ** 1.5).reshape((10, 6)) % 7
    return (x - np.mean(x, axis=0, keepdims=True)) / np.sqrt(np.var(x, axis=0, keepdims=True) + 0.001)


def attention():
    """Queries, keys and values of two heads."""
    x = np.arange(48, dtype=np.float64).reshape((2, 6, 4))
    q, k, v = np.sin(x), np.cos(x), x / 48
    scores = q @ np.swapaxes(k, 1, 2) / 2
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True) @ v


def mandelbrot():
    """Steps until points leave a circle, by masks."""
    x, y = np.linspace(-2, 0.5, 24), np.linspace(-1.25, 1.25, 20)
    c = x + 1j * y[:, None]
    z = np.zeros((20, 24), dtype=np.complex128)
    count = np.zeros((20, 24), dtype=np.int64)
    for k in range(30):
        inside = np.abs(z) < 2
        count += inside
        z = np.where(inside, z * z + c, z)
    return count


def azimuth():
    """Mean values by radius: sums of bins."""
    n = 200
    radius = (np.arange(n, dtype=np.float64) * 0.618) % 1
    data = np.sin(np.arange(n, dtype=np.float64))
    place = np.minimum(np.floor(radius * 10), 9).astype(np.int64)
    return np.bincount(place, weights=data, minlength=10) / np.bincount(place, minlength=10)


def arc_distance():
    """Distances on a sphere."""
    t = np.arange(40, dtype=np.float64) / 40
    a1, b1, a2, b2 = np.sin(t), np.cos(3 * t), np.cos(t) - 0.5, np.sin(5 * t)
    temp = np.sin((a2 - a1) / 2) ** 2 + np.cos(a1) * np.cos(a2) * np.sin((b2 - b1) / 2) ** 2
    return 2 * np.arctan2(np.sqrt(temp), np.sqrt(1 - temp))


def clipped():
    """Integers within bounds, scaled and added."""
    a = np.arange(60, dtype=np.int64).reshape((6, 10)) * 7 % 50
    b = np.arange(60, dtype=np.int64).reshape((6, 10)) * 3 % 11
    return np.clip(a, 2, 10) * 4 + b * 3 + 9


def go_fast():
    """A trace of hyperbolic tangents, added to a matrix."""
    a = np.arange(36, dtype=np.float64).reshape((6, 6)) / 36
    return a + np.sum(np.tanh(np.diagonal(a)))


def bodies():
    """Particles that attract each other, by all pairs."""
    n, dt = 8, 0.01
    i = np.arange(n, dtype=np.float64)
    position = np.stack([np.cos(i), np.sin(2 * i), np.cos(3 * i)], axis=1)
    velocity = np.zeros((n, 3))
    mass = 1 + i / n
    for t in range(20):
        away = position[None, :, :] - position[:, None, :]
        square = np.sum(away**2, axis=2) + 0.01
        velocity += dt * np.sum(away * (mass * square**-1.5)[:, :, None], axis=1)
        position += dt * velocity
    return position, velocity


def check_sums():
    """A cyclic check of words of 16 bits, bit by bit."""
    data = (np.arange(40, dtype=np.int64) * 37 + 11) % 256
    crc = np.full(40, 0xFFFF, dtype=np.int64) ^ data
    for bit in range(8):
        odd = (crc & 1) == 1
        crc = np.where(odd, (crc >> 1) ^ 0x8408, crc >> 1)
    return crc
