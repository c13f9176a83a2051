import numpy as np


def program():
    rng = np.random.default_rng(2)
    x = rng.standard_normal((300, 3))
    v = np.zeros((300, 3))
    mass = rng.random(300)
    for _ in range(30):
        apart = x[None, :, :] - x[:, None, :]
        square = (apart**2).sum(axis=2) + 0.01
        pull = mass[None, :] / (square * np.sqrt(square))
        v += 0.01 * (apart * pull[:, :, None]).sum(axis=1)
        x += 0.01 * v
    return [float(x.sum()), float((v**2).sum())]
